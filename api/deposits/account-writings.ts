/**
 * The ways in which an account number is recognized, the one that new hashes are made of first: without leading zeros,
 * which banks fill numbers up with and take for nothing, and as it was typed, of which earlier hashes were made.
 */
export const accountWritings = (accountNumber: string): readonly [string, ...string[]] => {
  const plain = accountNumber.replace(/^0+(?=.)/, '')
  return plain === accountNumber ? [plain] : [plain, accountNumber]
}
