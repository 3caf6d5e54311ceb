import DefaultTheme from 'vitepress/theme'
import StartFiles from './StartFiles.vue'
import './style.css'

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('StartFiles', StartFiles)
  },
}
