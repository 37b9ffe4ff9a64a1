/** The mark: two streams that become one. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <rect width="32" height="32" rx="9" className="fill-primary" />
      <path
        d="M9 8.5c0 5 2.6 7.6 7 8.6m7-8.6c0 5-2.6 7.6-7 8.6m0 0v6.6"
        fill="none"
        className="stroke-on-primary"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
