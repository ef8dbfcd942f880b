const addressForm = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/** Whether a text looks like an address of the chain; whether anybody has its key only the server can say. */
export function isAddressForm(text: string): boolean {
  return addressForm.test(text);
}
