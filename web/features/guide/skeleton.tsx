/** Bars where a chapter will stand. */
export function Skeleton() {
  return (
    <div className="guide-bones" aria-busy="true">
      <span className="bone" />
      <span className="bone tall" />
      <span className="bone" />
    </div>
  );
}
