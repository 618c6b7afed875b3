/** Contract operations on the media of statuses, preparations and bakings. */
import { must, type Operation } from '../operation.ts';
import { medium } from '../shapes.ts';

/** One transparent pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

function upload(content: Buffer<ArrayBuffer>, name: string, type: string): FormData {
  const form = new FormData();
  form.set('media[file]', new Blob([content], { type }), name);
  form.set('media[description]', 'A pixel');
  return form;
}
const picture = () => upload(pixel, 'pixel.png', 'image/png');
const document = () => upload(Buffer.from('%PDF-1.4\n%%EOF\n'), 'pixel.pdf', 'application/pdf');

const mediaOf = (kind: 'status' | 'preparation' | 'baking', plural: string): Operation[] => [
  {
    method: 'POST',
    path: `/${plural}/{${kind}}/media`,
    as: 'ann',
    form: picture,
    status: 201,
    shape: medium,
    keep: `medium of ${kind}`,
    refuses: { form: document, status: 422 },
  },
  {
    method: 'PATCH',
    path: `/${plural}/{${kind}}/media/{medium of ${kind}}`,
    as: 'ann',
    json: { media: { description: 'Still a pixel' } },
    status: 204,
  },
  {
    method: 'DELETE',
    path: `/${plural}/{${kind}}/media/{passing medium of ${kind}}`,
    as: 'ann',
    status: 204,
    before: async (context) => {
      const path = `/${plural}/${context.id(kind)}/media`;
      const { id } = await must(context, { method: 'POST', path, as: 'ann', form: picture() });
      context.saveId(`passing medium of ${kind}`, id);
    },
  },
];

export const media: Operation[] = [
  ...mediaOf('status', 'statuses'),
  ...mediaOf('preparation', 'preparations'),
  ...mediaOf('baking', 'bakings'),
];
