/** English: the chapter on OBS Studio. */
export const texts = {
  before: {
    title: 'What you need',
    body: `
Your alerts are a web page with a transparent ground. OBS shows it as a **browser source** of 400 × 600 pixels; cards come in from the right and stand at the bottom right of that source.

- An account here, and the **OBS Widget** address on your [dashboard](/app).
- OBS Studio 29 or newer with a browser source. Some Linux packages come without it: then install OBS from obsproject.com or Flathub.

! The widget address is secret. Whoever opens it can take your alerts away from your stream, so do not show it on stream or put it in a panel. Pages draw it as dots until you ask for it, and copying does not show it. **Replace the widget link** makes a new one; the old one stops at once.`,
  },
  drag: {
    title: 'Drag the link into OBS',
    body: `
The quickest way where browser and OBS run on the same desktop.

1. Open the scene in OBS, and your dashboard beside it.
2. In the card **Set up OBS Studio**, take **Drag this into OBS** with the mouse and drop it on the preview in OBS.
3. OBS adds a browser source named ‘Brava alerts’ with width 400 and height 600. Move it where cards should appear.

![The card Set up OBS Studio with its five steps, a sketch of the scene, and the buttons Drag this into OBS and Add to OBS](obs-setup)`,
  },
  onePress: {
    title: 'One press, by the WebSocket of OBS',
    body: `
This page can set up OBS itself, from a browser on the computer that OBS runs on.

1. In OBS open **Tools**, **WebSocket Server Settings**, and tick **Enable WebSocket server**.
2. Press **Show Connect Info** and copy the server password.
3. On the dashboard press **Add to OBS**, paste the password, and press **Add to OBS**.

![The dialog Add your alerts to OBS with the fields Server password and Port](add-to-obs)

The source is added to the scene that OBS shows now, at the bottom right, with its sound under the control of OBS and set to Monitor and Output, so that you hear it too. If a source of that name is there already, it is brought up to date instead.

The password goes from this browser tab to OBS and nowhere else, and it is not kept. Your browser may ask whether this page may talk to programs on your computer or in your local network: allow it.`,
  },
  byHand: {
    title: 'By hand',
    body: `
1. Copy the **OBS Widget** address from the dashboard.
2. In OBS press **+** under Sources, choose **Browser**, and give it a name.
3. Fill in the fields as below, and press OK.
4. Move the source where cards should appear, mostly a corner.

![The card OBS Widget with the address, copy button, dock and replace](obs-widget)

:: obs-fields`,
  },
  test: {
    title: 'Send a test alert',
    body: `
Press **Send test alert** on the dashboard, or **Test** in the dock. A card slides in with a sound and leaves after seven seconds. A test counts in no total, and it comes also while alerts are paused. If no overlay is open, the newest test waits for one for 15 minutes and is then dropped.

![A card of a donation of 0.1 SOL by foxglove at the bottom right of a scene](overlay-card)

In the same card of the dashboard the lamp says what would happen to a donation now:

| Lamp | What it means |
| **On air** | An overlay is open and visible. A donation would be seen. |
| **Holding** | The source is hidden in OBS. Alerts wait until it shows again. |
| **Paused** | You paused alerts. They wait until you resume. |
| **No overlay** | Nothing has the widget open. Alerts wait for it. |
| **Not known yet** | The dashboard has no live connection to the server: [what to look at](/guide/troubleshooting#disconnected). |

![The card of the overlay: On air, one overlay open and visible, the last alert, Send test alert and the controls](on-air)`,
  },
  tips: {
    title: 'Pro tips',
    body: `
- **Shutdown source when not visible** ends the page while its scene is off. Nothing is lost by it: the queue lies on the server, and what came meanwhile is shown when the source is back.
- **Refresh browser when scene becomes active** loads the page anew on each change of scene. An alert that was not yet shown comes again.
- **Control audio via OBS** puts the sound of alerts into the mixer and the stream. To hear it yourself as well, choose Monitor and Output for the source in Advanced Audio Properties.
- One source in several scenes: add the existing one to the other scenes instead of making a new one. If several overlays are open, each shows every alert.
- Resize freely. Cards keep to the right and bottom edge of the source.`,
  },
};
