import { Link } from 'react-router';
import { texts } from '#web/texts/texts.ts';

/** The way from the settings to posts on Discord and Twitch. */
export function PostsLink() {
  const words = texts('settings').posts;
  return (
    <section className="card stack" aria-labelledby="posts">
      <h2 className="h2" id="posts">
        {words.heading}
      </h2>
      <p className="muted small">{words.lead}</p>
      <div className="row wrapx">
        <Link className="btn small secondary" to="/app/posts">
          {words.open}
        </Link>
      </div>
    </section>
  );
}
