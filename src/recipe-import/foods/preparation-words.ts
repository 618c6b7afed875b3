/** Words beside the name of a food: how it is cut, its size and its quality. */

const forms = (bases: string, endings: string[]) =>
  bases.split(' ').flatMap((base) => endings.map((ending) => base + ending));

/** Words that change neither the food nor its weight in a cup. */
export const NEUTRAL = new Set([
  ...'large small medium medium-sized big extra jumbo fresh freshly organic ripe raw good quality best finely coarsely roughly thinly thickly lightly loosely firmly tightly packed well about plus more very few firm hard crisp young baby sliced slice diced chopped minced grated shredded crushed peeled unpeeled trimmed halved quartered cubed sifted unsifted softened melted room temperature at cold warm chilled hot cooled beaten rinsed drained washed cleaned pitted seeded deseeded stemmed cored boneless skinless skin-on bone-in lean deveined thawed torn bruised divided heaping level scant generous whole half halves piece pieces bunch head stalk sprig handful clove cloves unsalted salted unsweetened plain natural pure free-range the a an of and'.split(
    ' ',
  ),
  ...forms(
    'frisch groß klein mittler mittelgroß reif roh gehackt gewürfelt geschnitten gerieben gepresst geschält zerlassen geschmolzen weich kalt warm lauwarm fein grob dünn dick entkernt halbiert geviertelt geputzt gewaschen abgetropft gesiebt mager jung festkochend mehligkochend vorwiegend_festkochend zimmerwarm ganz unbehandelt feingehackt kleingeschnitten',
    ['', 'e', 'er', 'es', 'en', 'em'],
  ),
  'bio',
  'ca',
  'etwas',
  ...forms(
    'frais grand petit moyen mûr cru haché émincé coupé râpé pelé épluché fondu mou froid tiède chaud ciselé écrasé égoutté lavé tamisé concassé fin dénoyauté',
    ['', 'e', 's', 'es'],
  ),
  ...'fraîche fraîches gros grosse grosses bio belle belles beau beaux ramolli molle de du des la le les d l en au aux à environ finement dés rondelles'.split(
    ' ',
  ),
  ...forms(
    'fresc pequeñ median madur crud picad cortad rallad pelad derretid fri tibi machacad trocead escurrid lavad tamizad grand',
    ['o', 'a', 'os', 'as', 'e', 'es'],
  ),
  ...'el los las del en rodajas trozos cubos temperatura ambiente ecológico ecológica entero grande finamente'.split(
    ' ',
  ),
  ...forms(
    'fresc piccol medi matur crud tritat tagliat grattugiat pelat sbucciat fus fredd tiepid schiacciat sgocciolat lavat setacciat',
    ['o', 'a', 'i', 'e', 'he', 'hi'],
  ),
  ...'grande grandi il lo gli dei delle di fette cubetti ambiente temperatura biologico'.split(' '),
  ...forms(
    'vers groot klein middelgrot middelgroot rijp gehakt gesneden geraspt geschild gesmolten zacht koud warm fijn grof geperst uitgelekt gewassen gezeefd ongezouten biologisch',
    ['', 'e'],
  ),
  ...'verse grote fijngehakte fijngesneden in blokjes plakjes ringen het een'.split(' '),
  ...forms(
    'fresc pequen médi madur cru picad cortad ralad descascad derretid fri morn amassad escorrid lavad peneirad grand',
    ['o', 'a', 'os', 'as', 'e', 'es'],
  ),
  ...'pequena pequenas o os do da dos das em cubos rodelas cru crua grande'.split(' '),
  ...'świeży świeża świeże świeżej świeżego świeżych duży duża duże dużych dużej mały mała małe małych małej średni średnia średnie średnich posiekany posiekana posiekane posiekanej posiekanego pokrojony pokrojona pokrojone tarty tarta startego startej obrany obrana obrane miękki miękkie miękkiego zimny zimne zimnego ciepły ciepła ciepłe ciepłego ciepłej letnie letniej roztopiony roztopione roztopionego'.split(
    ' ',
  ),
]);

/** The same in languages beyond the tables of foods. */
const NEUTRAL_ELSEWHERE =
  'hackad hackade finhackad finhackade riven rivet rivna färsk färska stor stora liten små lilla skivad skivade smält rumsvarm pressad kall kallt varm ' +
  'hakket hakkede finthakket revet frisk friske fersk ferske stort store lille små smeltet blødt kold koldt varmt skåret ' +
  'hienonnettu hienonnettua silputtu silputtua raastettu raastettua tuore tuoretta iso isoa pieni pientä sulatettu sulatettua ' +
  'čerstvý čerstvá čerstvé čerstvého velký velká velké velkých malý malá malé malých střední nasekaný nasekaná nasekané nakrájený nakrájená strouhaný strouhaná strouhaného prolisovaný rozpuštěný rozpuštěné rozpuštěného změklé změklého ' +
  'свежий свежая свежее свежие свежего крупный крупная крупные большой большая большие маленький маленькая средний средняя средние рубленый рубленая тёртый тертый размягчённое мягкое растопленное молотый мелко нарезанный ' +
  'свіжий свіжа свіже свіжі великий велика великі маленький маленька середній середня подрібнений подрібнена тертий терта розтоплене мякого ' +
  'taze büyük küçük orta boy doğranmış rendelenmiş ezilmiş kıyılmış ince eritilmiş yumuşak oda sıcaklığında diş adet ' +
  'φρέσκο φρέσκος φρέσκια φρέσκα μεγάλο μεγάλη μεγάλα μικρό μικρή μικρά μέτριο μέτρια ψιλοκομμένο ψιλοκομμένη ψιλοκομμένος ψιλοκομμένα τριμμένο τριμμένη λιωμένο λιωμένη ώριμο ώριμη ώριμες ' +
  '다진 채썬 썬 굵은 가는 신선한 큰 작은 중간 송송 볶은 ' +
  'مفروم مفرومة مبشور مبشورة مهروس مهروسة مقطع مقطعة طازج طازجة كبير كبيرة صغير صغيرة متوسط متوسطة حجم مذاب مذابة ناعم ' +
  'קצוץ קצוצה קצוצים קצוצות מגורר מגוררת מגוררים כתוש כתושה כתושות טרי טריה טרייה גדול גדולה גדולות קטן קטנה בינוני בינונית מומסת רכה ' +
  'कटा कटी कटे बारीक हुआ हुई हुए कसा कसी घिसा घिसी ताजा ताज़ा ताजी बड़ा बड़ी बड़े छोटा छोटी छोटे मध्यम';
for (const word of NEUTRAL_ELSEWHERE.split(' ')) NEUTRAL.add(word.normalize('NFC'));

/** Words of another state of the same food, whose cup weighs something else. */
export const ALTERING = new Set([
  ...'dried dry cooked canned tinned frozen smoked roasted toasted pickled candied powdered ground mashed puréed pureed boiled steamed fried marinated sundried sun-dried caramelized leftover instant low-fat nonfat fat-free full-fat light dark vegan sweet sour red green yellow white black brown purple wild'.split(
    ' ',
  ),
  ...forms(
    'getrocknet gekocht gefroren tiefgekühlt geräuchert geröstet gemahlen püriert gebraten rot grün gelb weiß schwarz braun mild scharf süß sauer',
    ['', 'e', 'er', 'es', 'en', 'em'],
  ),
  ...forms('séché cuit surgelé congelé fumé grillé moulu écrasé rouge vert jaune noir blanc doux', [
    '',
    'e',
    's',
    'es',
  ]),
  ...forms('sec secad cocid congelad ahumad tostad molid roj amarill negr blanc enlatad', ['o', 'a', 'os', 'as', '']),
  ...forms('secc essiccat cott surgelat affumicat tostat macinat ross giall ner bianc', [
    'o',
    'a',
    'i',
    'e',
    'hi',
    'he',
  ]),
  ...forms('gedroogd gekookt bevroren gerookt geroosterd gemalen rood rode groen gel geel wit zwart bruin', ['', 'e']),
  ...forms('sec seco cozid congelad fumad torrad moíd vermelh amarel pret branc', ['o', 'a', 'os', 'as', '']),
  ...'verde verdes verdi suszony suszona suszone gotowany gotowana gotowane mrożony mrożona mrożone wędzony wędzona czerwony czerwona czerwone czerwonej zielony zielona zielone biały biała białe czarny czarna czarne'.split(
    ' ',
  ),
]);

/** What follows says what the food is for, or what comes with it. */
export const REST =
  /\s(?:for|to|with|without|from|if|until|plus|such as|für|zum|zur|mit|ohne|aus|till|til|med|utan|uden|uten|pro|se|для|со|за|при|για|με|pour|avec|sans|para|con|sin|per|senza|voor|met|zonder|om te|com|sem|do|na|bez)\s.*$/u;

/** Separates alternatives. The first one counts: "butter or margarine". */
export const ALTERNATIVE =
  /\s(?:or|oder|ou|o|eller|lub|albo|tai|nebo|či|или|або|чи|veya|ya da|ή|أو|או|या)\s|[/;|]|,\s/u;
