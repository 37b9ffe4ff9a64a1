import type { Operation, ResponseOf } from '../../api/contract/operation.ts'
import { call, type CallInput } from './client.ts'
import { refreshDocument } from './refresh.ts'
import type { DocumentSource } from './sources.ts'

/** Makes calls that change what `documents` say, and loads these anew after each. Rejects as `call` does. */
export const changing =
  (...documents: readonly DocumentSource<unknown>[]) =>
  async <const T extends Operation>(operation: T, input: CallInput<T>): Promise<ResponseOf<T>> => {
    const { data } = await call(operation, input)
    await Promise.all(documents.map((document) => refreshDocument(document)))
    return data
  }
