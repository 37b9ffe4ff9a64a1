/** Downloads a file that the page has created. */
export function saveFile(name: string, mediaType: string, content: BlobPart): void {
  const url = URL.createObjectURL(new Blob([content], { type: mediaType }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers start reading only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
