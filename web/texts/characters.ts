/** For the kit, which knows nothing of the contract: characters are counted as the server counts them. */
export { charactersIn, withoutLast } from '../../api/contract/characters.ts'
