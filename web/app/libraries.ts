/** What the app is built on: a file and a task of its own, evaluated before the app's; see decision 0230. */
import 'react-dom/client'
import '../parts/router.ts'
import '../texts/texts.ts'
