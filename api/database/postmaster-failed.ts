/** The embedded Postgres did not start; `output` is what it printed. */
export class PostmasterFailed extends Error {
  readonly output: string
  constructor(output: string) {
    super(`Postgres did not start: ${output}`)
    this.output = output
  }
}
