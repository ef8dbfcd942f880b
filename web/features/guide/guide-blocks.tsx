import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { GuideFigure } from './guide-figure.tsx';
import { GuidePicture } from './guide-picture.tsx';
import { GuideTable } from './guide-table.tsx';
import { GuideWords } from './guide-words.tsx';
import type { Block } from './guide-markup.ts';

/** The blocks of a section. They never change places, so their order is their key. */
export function GuideBlocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, index) => <GuideBlock key={index} block={block} />);
}

function GuideBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p>
          <GuideWords words={block.words} />
        </p>
      );
    case 'note':
    case 'warning': {
      const Icon = block.kind === 'note' ? Info : TriangleAlert;
      return (
        <div className={block.kind === 'note' ? 'note' : 'note warn'}>
          <Icon className="i" />
          <p>
            <GuideWords words={block.words} />
          </p>
        </div>
      );
    }
    case 'steps':
    case 'list':
      return <Items block={block} />;
    case 'table':
      return <GuideTable head={block.head} rows={block.rows} />;
    case 'code':
      return (
        <pre className="code-lines" tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      );
    case 'picture':
      return <GuidePicture name={block.name} alt={block.alt} />;
  }
  return <GuideFigure name={block.name} />;
}

function Items({ block }: { block: Extract<Block, { kind: 'steps' | 'list' }> }) {
  const List = block.kind === 'steps' ? 'ol' : 'ul';
  return (
    <List className={block.kind === 'steps' ? 'guide-steps' : 'guide-items'}>
      {block.items.map((words, index) => (
        <li key={index}>
          <div>
            <GuideWords words={words} />
          </div>
        </li>
      ))}
    </List>
  );
}
