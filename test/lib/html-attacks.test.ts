/** Sanitizes hostile HTML. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sanitizeRemoteHtml, textOf, textOfSafe } from '../../src/lib/html/html.ts';
import { violationsIn } from '../support/allowed-html.ts';
import { randomRuns } from '../support/random-runs.ts';

const attacks = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<script>alert(1)',
  '<img src=x onerror=alert(1)>',
  '<img src="x:gif" onerror="window[\'al\\u0065rt\'](0)"></img>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<svg><foreignObject><p onclick=alert(1)>x</p></foreignObject></svg>',
  '<svg><p><style><g title="</style><img src onerror=alert(1)>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math href="javascript:alert(1)">x</math>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<style>*{background:url(javascript:alert(1))}</style>',
  '<style><!--</style><script>alert(1)//--></script>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<p style=width:expression(alert(1))>x</p>',
  '<iframe src=javascript:alert(1)></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<object data=data:text/html,<script>alert(1)</script>>',
  '<embed src=javascript:alert(1)>',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<base href=javascript:alert(1)//>',
  '<form action=javascript:alert(1)><button>x</button></form>',
  '<input autofocus onfocus=alert(1)>',
  '<details open ontoggle=alert(1)>x</details>',
  '<video><source onerror=alert(1)></video>',
  '<audio src=x onerror=alert(1)>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<template><script>alert(1)</script></template>',
  '<textarea><script>alert(1)</script>',
  '<title><img src=x onerror=alert(1)></title>',
  '<xmp><script>alert(1)</script></xmp>',
  '<plaintext><script>alert(1)</script>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href=" \u0001javascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="java\0script:alert(1)">x</a>',
  '<a href="java&#x09;script:alert(1)">x</a>',
  '<a href="&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)">x</a>',
  '<a href="&#0000106avascript&colon;alert(1)">x</a>',
  '<a href="javascript&NewLine;&colon;alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="blob:https://a.example/1">x</a>',
  '<a href="file:///etc/passwd">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="/\\evil.example">x</a>',
  '<a href="\\\\evil.example">x</a>',
  '<a href="/settings">x</a>',
  '<a href="https://good.example@evil.example">x</a>',
  '<a href="https://a.example/&quot; onmouseover=&quot;alert(1)">x</a>',
  '<a href=\'https://a.example/" onmouseover="alert(1)\'>x</a>',
  '<a href=https://a.example/`onmouseover=alert(1)`>x</a>',
  '<a href="https://a.example" onclick=alert(1) href="javascript:alert(1)">x</a>',
  '<a/href="javascript:alert(1)"/onclick=alert(1)>x</a>',
  '<a href="https://a.example" class="mention&quot; onclick=&quot;alert(1)">x</a>',
  '<p class="mention\u00a0x" lang="en&quot; onclick=&quot;alert(1)">x</p>',
  '<p/onclick=alert(1)>x',
  '<p """><script>alert(1)</script>">x',
  '<<script>alert(1)//<</script>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!--[if gte IE 4]><script>alert(1)</script><![endif]-->',
  '<![CDATA[><img src=x onerror=alert(1)>]]>',
  '<?xml version="1.0"?><script>alert(1)</script>',
  '<!DOCTYPE x [<!ENTITY y "<script>">]>&y;',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&amp;lt;script&amp;gt;',
  '<p title="<script>alert(1)</script>',
  '<x onclick=alert(1)>x</x>',
  '<custom-element is=script>x</custom-element>',
  '<constructor>x</constructor><__proto__>y</__proto__>',
  '<p constructor=1 __proto__=2 hasOwnProperty=3>x</p>',
  '<a href>x</a><a href=""></a><a name=x>y</a>',
];

test.each(attacks)('nothing outside the allow-list passes: %s', (attack) => {
  for (const html of [attack, `<p>${attack}</p>`, `<a href="https://a.example">${attack}`, `${attack}${attack}`]) {
    const clean = sanitizeRemoteHtml(html);
    expect(violationsIn(clean)).toEqual([]);
    expect(sanitizeRemoteHtml(clean)).toBe(clean);
  }
});

const piece = fc.oneof(
  fc.constantFrom(...attacks),
  fc.constantFrom(
    '<p>',
    '</p>',
    '<a href="https://a.example">',
    '</a>',
    '<ul>',
    '<li>',
    '<div>',
    '</div>',
    '<b>',
    '"',
    '<',
    '>',
    '&',
    '<td>',
    '<br>',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
);
const assembled = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

test('no combination passes anything outside the allow-list', () => {
  fc.assert(
    fc.property(assembled, (html) => {
      expect(violationsIn(sanitizeRemoteHtml(html))).toEqual([]);
    }),
    randomRuns(500),
  );
});

test('the text of sanitized HTML is the same for the fast and the full reader, for every combination', () => {
  fc.assert(
    fc.property(assembled, (html) => {
      const clean = sanitizeRemoteHtml(html);
      expect(textOfSafe(clean)).toBe(textOf(clean));
    }),
    randomRuns(500),
  );
});
