/** As many characters tell apart what one member sees. */
const SHORT = 8

/** The id of something, for questions about it: its beginning on the screen, all of it on paper. */
export function Reference({ id }: { id: string }) {
  return (
    <>
      <span translate="no" className="font-mono text-sm print:hidden">
        {id.slice(0, SHORT)}
      </span>
      <span translate="no" className="hidden font-mono text-sm break-all print:inline">
        {id}
      </span>
    </>
  )
}
