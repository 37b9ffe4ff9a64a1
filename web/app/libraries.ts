/** The libraries that the app uses: a file and a task of their own, evaluated before the app's; see decision 0230. */
import 'react-dom/client'
import '../parts/router.ts'
import '../texts/texts.ts'
