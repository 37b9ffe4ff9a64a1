const follow = (address: string, name: string): void => {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}

/** Downloads a file of the server, under the name that the server gives it. */
export const saveFrom = (address: string): void => follow(address, '')

/** Downloads a file that the page has created. */
export function saveFile(name: string, mediaType: string, content: BlobPart): void {
  const url = URL.createObjectURL(new Blob([content], { type: mediaType }))
  follow(url, name)
  // Some browsers start reading only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
