/** Every story of the kit and of the views on one page, each in a frame of its own. */
import { stories } from './stories.ts'

const page = document.querySelector('main') as HTMLElement

for (const { title, states } of stories) {
  const heading = document.createElement('h2')
  heading.textContent = title
  page.append(heading)
  for (const state of Object.keys(states)) page.append(figure(`${title}.${state}`))
}

for (const choice of document.querySelectorAll('select')) choice.addEventListener('change', show)
show()

function figure(name: string): HTMLElement {
  const figure = document.createElement('figure')
  const caption = document.createElement('figcaption')
  const frame = document.createElement('iframe')
  caption.textContent = name
  frame.title = name
  frame.loading = 'lazy'
  figure.append(caption, frame)
  return figure
}

function show() {
  const chosen = (id: string) => (document.getElementById(id) as HTMLSelectElement).value
  page.dataset.width = chosen('width')
  for (const frame of document.querySelectorAll('iframe')) {
    const query = new URLSearchParams({
      story: frame.title,
      theme: chosen('theme'),
      language: chosen('language'),
    })
    frame.src = `./frame.html?${query}`
  }
}
