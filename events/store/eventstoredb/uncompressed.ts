import { Metadata, type MetadataValue } from '@grpc/grpc-js'

const ACCEPTED = 'grpc-accept-encoding'

/**
 * Headers of a call that ask for answers without compression. gRPC's channel offers gzip in every call, and has no option
 * for it; KurrentDB from 25.1 on then compresses each message by itself, and reading takes eleven times as long.
 */
export class Uncompressed extends Metadata {
  static from(headers: Metadata): Uncompressed {
    const own = new Uncompressed(headers.getOptions())
    own.merge(headers)
    return own
  }

  override set(key: string, value: MetadataValue): void {
    super.set(key, key.toLowerCase() === ACCEPTED ? 'identity' : value)
  }

  override clone(): Uncompressed {
    return Uncompressed.from(this)
  }
}
