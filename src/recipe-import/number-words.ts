/** Number words and signs in many languages. */
import type { Rational } from './draft.ts';
import { rational } from './quantity.ts';

export const VULGAR: Record<string, string> = {
  '½': '1/2',
  '⅓': '1/3',
  '⅔': '2/3',
  '¼': '1/4',
  '¾': '3/4',
  '⅕': '1/5',
  '⅖': '2/5',
  '⅗': '3/5',
  '⅘': '4/5',
  '⅙': '1/6',
  '⅚': '5/6',
  '⅐': '1/7',
  '⅛': '1/8',
  '⅜': '3/8',
  '⅝': '5/8',
  '⅞': '7/8',
  '⅑': '1/9',
  '⅒': '1/10',
};

const WORDS: [value: string, words: string][] = [
  [
    '1',
    'yhden yhtä jedną jednego unei unui ena en eno viens viena vienas vieną üks ühe jednoho jednu jednog jedne أحد واحده ایک এক ஒரு ఒక એક isa satu a an one ein eine einen einem einer eines un une uno una um uma een één en et ett egy jeden jedna jedno jedan один одна одно одну одного едно един една bir yksi satu một ένα ένας μία μια אחד אחת واحد واحدة یک ایک एक 한 하나 หนึ่ง',
  ],
  [
    '2',
    'kahden kahta dwóch dwu dvoje dues divas divi kaks দুই இரண்டு రెండు બે dalawa two zwei deux due dos dois duas twee två dwa dwie kettő két dva dve dvije два две дві двух iki kaksi dua hai δύο δυο שני שתי שתיים اثنان اثنين دو दो 두 둘 สอง doi două douã',
  ],
  [
    '3',
    'kolmen kolmea trzech trys kolm троє তিন மூன்று மூணு tatlo three drei trois tre tres três drie trzy három tři tri три üç kolme tiga ba τρία τρεις שלוש שלושה ثلاث ثلاثة سه تین तीन 세 셋 สาม trei',
  ],
  [
    '4',
    'neljän neljää czterech štirje štiri keturi četri neli চার நான்கு four vier quatre quattro cuatro quatro fyra cztery négy čtyři četiri štyri четыре чотири четири dört neljä empat bốn τέσσερα τέσσερις ארבע ארבעה أربع أربعة چهار چار चार 네 넷 สี่ patru',
  ],
  [
    '5',
    'viiden viittä pięciu cinc penki pieci viis পাঁচ ஐந்து five fünf cinq cinque cinco vijf fem pięć öt pět päť pet пять п’ять пет beş viisi năm πέντε חמש חמישה خمس خمسة پنج پانچ पांच पाँच 다섯 ห้า cinci',
  ],
  [
    '6',
    'kuuden sis šeši seši kuus sześciu ছয় six sechs sei seis zes seks sześć šest šesť шесть шість шест altı kuusi enam sáu έξι שש שישה ست ستة شش چھ छह 여섯 șase',
  ],
  [
    '7',
    'seven sieben sept sette siete sete zeven sju siedem hét sedm sedem sedam семь сім седем yedi επτά שבע سبع سبعة هفت सात',
  ],
  [
    '8',
    'kahdeksan vuit aštuoni astoņi kaheksa ośmiu ثمان আট eight acht huit otto ocho oito åtta otte åtte osiem nyolc osm osam osem восемь вісім осем sekiz οκτώ שמונה ثماني ثمانية هشت आठ',
  ],
  [
    '10',
    'deu dešimt desmit kümme zece kymmenen sepuluh mười 열 দশ ten zehn dix dieci diez dez tien tio dziesięć tíz deset desať десять десет δέκα עשר عشرة عشر ده دس दस',
  ],
  [
    '12',
    'dotze dwanaście dvanáct dvanásť tizenkét двенадцать дванадцять дванадесет kaksitoista douăsprezece δώδεκα twelve zwölf douze dodici doce doze twaalf tolv',
  ],
  ['15', 'fifteen fünfzehn quinze quindici vijftien femton femten piętnaście patnáct pätnásť пятнадцать'],
  [
    '20',
    'twenty zwanzig vingt venti veinte vinte twintig tjugo tyve dwadzieścia dvacet dvadsať двадцать двадцять húsz yirmi',
  ],
  ['25', 'fünfundzwanzig vijfentwintig veinticinco venticinque'],
  [
    '30',
    'thirty dreißig trente trenta treinta trinta dertig trettio tredive trzydzieści třicet tridsať тридцать тридцять harminc otuz',
  ],
  ['40', 'forty vierzig quarante quaranta cuarenta quarenta veertig fyrtio førti czterdzieści čtyřicet сорок kırk'],
  ['45', 'fünfundvierzig vijfenveertig quarantacinque'],
  ['50', 'fifty fünfzig cinquante cinquanta cincuenta cinquenta vijftig femtio'],
  ['60', 'sixty sechzig soixante sessanta sesenta sessenta zestig sextio'],
  ['90', 'ninety neunzig novanta noventa negentig nittio'],
  [
    '1/2',
    'mig mitja puse pusė poole puolen puolikkaan polovin polovicu polovice نصفا আধা அரை అర અડધો halbe halber halbes halben demi demie mezzo mezza medio media meio meia halve halv halvt halva pół fél půl pol pola пол половина половины половину половинка половин половинки пів yarım puolikas puoli setengah separuh nửa μισό μισή μισός חצי نصف نیم آدھا آدھی आधा आधी 반 ครึ่ง jumătate',
  ],
  ['1/4', 'viertel çeyrek negyed четверть чверть רבע ربع seperempat ćwierć'],
  ['1/3', 'drittel terzo tercio terço треть третина שליש ثلث sepertiga'],
  ['2/3', 'ثلثا ثلثي'],
  ['3/4', 'dreiviertel पौन پون پونا'],
  [
    '3/2',
    'eineinhalb anderthalb eineinhalbe anderhalf anderhalve halvannan másfél półtora półtorej полтора полторы півтора півтори puolitoista ενάμιση μιάμιση डेढ़ डेढ़ ڈیڑھ jedenapůl poldruga',
  ],
  ['5/2', 'zweieinhalb tweeënhalf ढाई ڈھائی'],
];

function fraction(text: string): Rational {
  const [top, bottom = '1'] = text.split('/');
  return rational(Number(top), Number(bottom))!;
}

/** Maps lower-case words to numbers. "half" is missing: it is read with more care. */
export const NUMBER_WORDS = new Map<string, Rational>(
  WORDS.flatMap(([value, words]) =>
    words.split(' ').map((word): [string, Rational] => [word.normalize('NFC'), fraction(value)]),
  ),
);

export const CJK_DIGITS: Record<string, number> = {
  一: 1,
  二: 2,
  两: 2,
  兩: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
  十: 10,
};
