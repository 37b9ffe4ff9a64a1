import { useCallback } from 'react'
import { type NavigateOptions, useNavigate as useRouterNavigate } from 'react-router-dom'
import { inEntry } from '../ui/entry-changes.ts'

/** The one place that names the router package, so that moving to its next major version is one file. */
export {
  BrowserRouter,
  Link,
  NavLink,
  NavigationType,
  Route,
  Routes,
  useLocation,
  useNavigationType,
  useParams,
  useSearchParams,
} from 'react-router-dom'
export type { LinkProps } from 'react-router-dom'

/** Leads to another page of the app; like a link, once the browser has left the entries of what was closed before. */
export const useNavigate = (): ((path: string, options?: NavigateOptions) => void) => {
  const navigate = useRouterNavigate()
  return useCallback((path, options) => inEntry(() => void navigate(path, options)), [navigate])
}
