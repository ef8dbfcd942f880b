import { chromium } from 'playwright';
const b = await chromium.launch({ executablePath: '/usr/bin/chromium' });
const U='http://127.0.0.1:8931';
const S='/tmp/brava/h/audit/shots/';
const logs=[];
async function ctx(o){const c=await b.newContext(o);c.on('weberror',e=>logs.push('ERR '+e.error().message));c.on('console',m=>{if(['error','warning'].includes(m.type()))logs.push(m.type()+' '+m.text()+' @'+m.page()?.url())});return c;}
const c=await ctx({viewport:{width:390,height:844},locale:'en-US',colorScheme:'dark',permissions:['clipboard-read','clipboard-write']});
const p=await c.newPage();
await p.goto(U+'/');await p.waitForTimeout(1800);
await p.screenshot({path:S+'landing-390.png',fullPage:true});
await p.goto(U+'/register');await p.waitForLoadState('networkidle');
await p.screenshot({path:S+'register-390.png'});
await p.getByLabel('Username').fill('ab');await p.getByLabel('Password',{exact:true}).fill('12345');await p.getByLabel('Confirm Password',{exact:true}).fill('x');
await p.getByRole('button',{name:'Create account'}).click();await p.waitForTimeout(300);
await p.screenshot({path:S+'register-errors-390.png'});
await p.getByLabel('Username').fill('auditstream');await p.getByLabel('Password',{exact:true}).fill('secret-123');await p.getByLabel('Confirm Password',{exact:true}).fill('secret-123');
await p.getByRole('button',{name:'Create account'}).click();
await p.getByText('Account Created Successfully!').waitFor();await p.waitForTimeout(500);
await p.screenshot({path:S+'created-390.png'});
const link=await p.evaluate(()=>document.body.innerText.match(/http\S+\/donate\/\S+/)?.[0] ?? [...document.querySelectorAll('input')].map(i=>i.value).find(v=>v.includes('/donate/')));
console.log('link',link);
// reload on key view
await p.getByRole('button',{name:/Continue|link/}).or(p.getByRole('link',{name:'Continue to Dashboard'})).last().click();
await p.waitForTimeout(2500);
await p.screenshot({path:S+'dash-390.png',fullPage:true});
await c.storageState({path:'state.json'});
await p.goto(U+'/app/settings');await p.waitForTimeout(2000);await p.screenshot({path:S+'settings-390.png',fullPage:true});
await p.goto(U+'/app/donations');await p.waitForTimeout(1500);await p.screenshot({path:S+'donations-empty-390.png'});
await p.goto(U+'/app/widgets');await p.waitForTimeout(1500);await p.screenshot({path:S+'widgets-390.png',fullPage:true});
// donor
const d=await (await ctx({viewport:{width:390,height:844},locale:'en-US',colorScheme:'dark',permissions:['clipboard-read','clipboard-write']})).newPage();
await d.goto(link);await d.waitForTimeout(1500);await d.screenshot({path:S+'donate-form-390.png',fullPage:true});
await d.getByLabel(/^Name/).fill('María 🎉');await d.getByLabel(/^Message/).fill('Hello <b>there</b> this is a message');
await d.reload();await d.waitForTimeout(1000);console.log('kept after reload:',await d.getByLabel(/^Name/).inputValue(),await d.getByLabel(/^Message/).inputValue());
await d.getByRole('button',{name:'Create Donation'}).click();
await d.getByText('Donation Created!').waitFor();await d.waitForTimeout(1500);await d.screenshot({path:S+'pay-390.png',fullPage:true});
console.log('pay url',d.url());
await d.setViewportSize({width:1440,height:900});await d.waitForTimeout(500);await d.screenshot({path:S+'pay-1440.png'});
// back and forward
await d.goBack();await d.waitForTimeout(800);console.log('after back',d.url(),await d.getByLabel(/^Name/).inputValue().catch(()=>'-'));
await d.goForward();await d.waitForTimeout(800);
await d.getByRole('button',{name:/faucet/}).click();
await d.getByText('Thank You!').waitFor({timeout:20000});await d.waitForTimeout(500);
await d.screenshot({path:S+'thanks-1440.png'});
await d.setViewportSize({width:390,height:844});await d.waitForTimeout(300);await d.screenshot({path:S+'thanks-390.png',fullPage:true});
await d.goto(U+'/donate/nope');await d.waitForTimeout(1500);await d.screenshot({path:S+'notfound-390.png'});
console.log(logs.join('\n'));
await b.close();
