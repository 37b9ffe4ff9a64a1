/** The embedded Postgres did not come up; `output` is what it said. */
export class PostmasterFailed extends Error {
  readonly output: string
  constructor(output: string) {
    super(`Postgres did not start: ${output}`)
    this.output = output
  }
}
