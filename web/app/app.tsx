import { AuthProvider } from '../data/session.tsx'
import { ToastProvider } from '../ui/toast.tsx'
import { BrowserRouter, Route, Routes } from '../parts/router.ts'
import { notFound, routes } from './routes.tsx'
import { Shell } from './shell.tsx'

/**
 * `useTransitions={false}`: a click shows the next page at once, as a skeleton if its code is still being loaded, and
 * signing out can leave a members' page in the same update that clears the user.
 */
export function App() {
  return (
    <AuthProvider>
      <ToastProvider>
        <BrowserRouter useTransitions={false}>
          <Routes>
            {[...routes, notFound].map((route) => (
              <Route key={route.path} path={route.path} element={<Shell route={route} />} />
            ))}
          </Routes>
        </BrowserRouter>
      </ToastProvider>
    </AuthProvider>
  )
}
