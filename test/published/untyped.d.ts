declare module 'dynalite'
