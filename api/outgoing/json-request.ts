/** Query and body of a request to an external server; the body is sent as JSON. */
export interface JsonRequest {
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

interface Server {
  readonly origin: string
  readonly authorization: string
  readonly redirect?: RequestRedirect
}

const TIMEOUT_MS = 10_000

/**
 * Sends one JSON request to an external server; returns its response, whatever the status. An empty body becomes `{}`.
 * @throws {Error} there is no response in time, or it is not JSON
 */
export const sendJson = async (
  { origin, authorization, redirect = 'follow' }: Server,
  method: string,
  path: string,
  { query = {}, body }: JsonRequest,
): Promise<{ readonly status: number; readonly retryAfter: string | null; readonly body: unknown }> => {
  const url = new URL(path, origin)
  for (const [name, value] of Object.entries(query)) url.searchParams.append(name, value)
  const response = await fetch(url, {
    method,
    redirect,
    headers: {
      Authorization: authorization,
      Accept: 'application/json',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const text = await response.text()
  const retryAfter = response.headers.get('retry-after')
  return { status: response.status, retryAfter, body: text === '' ? {} : JSON.parse(text) }
}
