import { registerSW } from 'virtual:pwa-register'
import { trustScripts } from './trusted-scripts.ts'

/** Registers the service worker. Returns the function that lets a waiting version take over. */
export const registerWorker = (options: Parameters<typeof registerSW>[0]): ReturnType<typeof registerSW> => {
  trustScripts()
  return registerSW(options)
}
