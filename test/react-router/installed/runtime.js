/** React Router 8, with the copy of React that it renders with. */
export { createElement } from 'react'
export { renderToStaticMarkup } from 'react-dom/server'
export { createRequestHandler, ServerRouter } from 'react-router-8'
