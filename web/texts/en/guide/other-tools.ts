/** English: the chapter on other streaming tools. */
export const texts = {
  rule: {
    title: 'What is the same everywhere',
    body: `
Your alerts are an ordinary web page. Any tool that shows a web page as a layer of a scene can show them. Four things are needed, whatever the tool calls them:

| Setting | Value |
| Address or URL | The **OBS Widget** address of your dashboard |
| Width | 400 |
| Height | 600 |
| Background | Transparent; the page itself has no ground |

The page is written for browsers from Chromium 103 on, which is what OBS 29 has inside. When it is open, the lamp on your dashboard says **On air**, and **Send test alert** shows you a card, in every tool alike.

Dragging the link and **Add to OBS** are made for OBS Studio. In other tools add the source by hand.`,
  },
  streamlabs: {
    title: 'Streamlabs Desktop',
    body: `
1. Copy the **OBS Widget** address from your dashboard.
2. Add a new source to the scene and choose **Browser Source**.
3. Enter the address, width 400 and height 600, and confirm.
4. Place it and send a test alert.

Streamlabs Desktop is built on OBS, and its browser source is of the same kind. Its options may be called a little differently from version to version.`,
  },
  others: {
    title: 'Meld Studio, XSplit and others',
    body: `
Look for a source or layer called **Browser**, **Browser Source** or **Web page**. Enter the address and the size, and send a test alert. We test with OBS Studio; for the others it holds what holds for any web page in a scene.

- **Visibility.** OBS tells a page when it is hidden, and alerts then wait. A tool that does not tell counts as visible as long as the page is open: pause alerts yourself when that scene is off.
- **Tools in the browser** that load the page in a frame can do so: the widget is the one page here that may be framed. Your server must then be reachable from the internet by https.
- **Sound.** Tools that block sound until somebody clicks will show the card without it. See [no sound](/guide/troubleshooting#no-sound).`,
  },
  capture: {
    title: 'A tool without web pages',
    body: `
Open the widget address in a browser window, and capture that window. The ground of the page is then not transparent, so give the window a place of its own in the scene. Keep the window open and not minimised, and click into the page once so that the browser allows sound.`,
  },
};
