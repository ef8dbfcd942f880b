import Info from 'lucide-react/icons/info';

/** Advice for the source in OBS (spec §2, Pro Tips). */
export function ProTips() {
  return (
    <section className="note tipbox" aria-labelledby="pro-tips">
      <Info className="i" />
      <div className="stack" style={{ '--gap': '8px' }}>
        <h2 className="h3" id="pro-tips">
          Pro Tips
        </h2>
        <ul className="tips small">
          <li>Place the widget in a corner</li>
          <li>Enable 'Shutdown source when not visible' and 'Refresh browser when scene becomes active'</li>
          <li>Resize freely</li>
          <li>New donations appear automatically</li>
        </ul>
      </div>
    </section>
  );
}
