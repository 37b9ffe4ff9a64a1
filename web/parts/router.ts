/** The one place that names the router package, so that moving to its next major version is one file. */
export {
  BrowserRouter,
  Link,
  NavLink,
  NavigationType,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
  useSearchParams,
} from 'react-router-dom'
export type { LinkProps } from 'react-router-dom'
