export { handleAuth as action, handleAuth as loader } from '~/auth.server'
