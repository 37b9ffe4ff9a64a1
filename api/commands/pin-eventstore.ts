import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/**
 * `npm run pin:eventstore`, once per version: asks the registry, through Docker, for the digest of the image tag in
 * docker-compose.yml and writes it into `.env`, which compose reads. From then on nobody who can move the tag can
 * substitute another image. Run it again after choosing another tag.
 */
const VARIABLE = 'EVENTSTORE_IMAGE'

const tagged = new RegExp(`\\$\\{${VARIABLE}:-([^:}]+):([^}]+)\\}`).exec(
  readFileSync('docker-compose.yml', 'utf8'),
)
const [, repository, tag] = tagged ?? []
if (!repository || !tag) throw new Error(`docker-compose.yml names no image for ${VARIABLE}`)

const { error, status, stdout } = spawnSync(
  'docker',
  ['buildx', 'imagetools', 'inspect', `${repository}:${tag}`, '--format', '{{.Manifest.Digest}}'],
  { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
)
if (error || status !== 0) {
  const reason = error ? error.message : 'what it said stands above'
  console.error(
    `Docker did not say which image ${repository}:${tag} is (${reason}). It needs Docker with buildx.`,
  )
  process.exit(1)
}
const digest = stdout.trim()
if (!/^sha256:[0-9a-f]{64}$/.test(digest))
  throw new Error(`Docker answered "${digest}" for ${repository}:${tag}, which is no digest`)

const line = `${VARIABLE}=${repository}@${digest} # ${tag}`
const before = existsSync('.env') ? readFileSync('.env', 'utf8').trimEnd().split('\n') : []
const others = before.filter((one) => !one.startsWith(`${VARIABLE}=`))
writeFileSync('.env', `${[...others, line].join('\n')}\n`, { mode: 0o600 })
process.stdout.write(`${line}\n`)
