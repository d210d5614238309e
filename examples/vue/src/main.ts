import { createApp } from 'vue'
import 'latchkit/vue'
import App from './App.vue'

createApp(App).mount('#app')
