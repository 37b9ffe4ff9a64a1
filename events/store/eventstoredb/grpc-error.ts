/** Status codes of gRPC that mean something here. */
export const CODES = {
  ok: 0,
  deadlineExceeded: 4,
  permissionDenied: 7,
  unimplemented: 12,
  unavailable: 14,
  unauthenticated: 16,
} as const

/** How a call ended that did not go well: the server's own words, or that the connection broke. */
export class GrpcError extends Error {
  readonly code: number
  /** EventStoreDB's name for what happened, such as `stream-deleted`. */
  readonly exception: string | null
  /** Who leads, as a member says that does not. */
  readonly leader: { readonly host: string; readonly port: number } | null
  constructor(
    code: number,
    message: string,
    {
      exception = null,
      leader = null,
      cause,
    }: { exception?: string | null; leader?: GrpcError['leader']; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.name = 'GrpcError'
    this.code = code
    this.exception = exception
    this.leader = leader
  }
}

/** No connection came about: whatever was to be sent was not. */
export class NotConnected extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'NotConnected'
  }
}
