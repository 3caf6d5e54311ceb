import { readProps } from './read-props.js'
import { createPageApp } from './vue.js'

createPageApp(readProps()).mount('#root')
document.documentElement.dataset.mounted = ''
