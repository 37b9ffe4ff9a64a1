/** A setting is missing or wrong; the message names the variable and the expected value. */
export class InvalidConfig extends Error {
  override name = 'InvalidConfig'
}
