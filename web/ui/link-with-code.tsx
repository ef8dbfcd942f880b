/** A link that ends in a code: where it needs a second line, the code goes there whole, to be read and told apart. */
export function LinkWithCode({ url }: { url: string }) {
  const codeAt = url.lastIndexOf('/') + 1;
  return (
    <>
      {url.slice(0, codeAt)}
      <wbr />
      {url.slice(codeAt)}
    </>
  );
}
