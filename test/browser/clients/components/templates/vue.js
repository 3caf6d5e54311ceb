import { createSessionPlugin } from 'latchkey/vue'
import { createApp } from 'vue'
import Page from './Page.vue'

createApp(Page).use(createSessionPlugin()).mount('#root')
