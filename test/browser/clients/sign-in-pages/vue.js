import { createSessionPlugin } from 'latchkey/vue'
import { createApp } from 'vue'
import SignInPage from '../../../recipes/sign-in-page-in-vue.vue'
import { readProps } from './props.js'

createApp(SignInPage, readProps()).use(createSessionPlugin()).mount('#root')
