/** A setting is missing or wrong; the message names the variable and says what is expected. */
export class InvalidConfig extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'InvalidConfig'
  }
}
