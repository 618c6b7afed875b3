/** Recognizes the headings of ingredients and instructions in many languages. */

const INGREDIENTS =
  'ingredients|ingredient list|zutaten|zutatenliste|ingrédients|ingrediënten|ingredienti|ingredientes|ingredienser|ingrediens|składniki|ingredience|suroviny|suroviny na|hozzávalók|sastojci|namirnice|ingrediente|ainekset|ainesosat|ингредиенты|состав|продукты|інгредієнти|складники|съставки|продукти|необходими продукти|malzemeler|malzeme listesi|υλικά|συστατικά|מצרכים|רכיבים|המצרכים|المكونات|المقادير|مقادير|مکونات|مواد لازم|اجزاء|اجزا|सामग्री|आवश्यक सामग्री|ส่วนผสม|วัตถุดิบ|재료|材料|原料|食材|用料|nguyên liệu|bahan|bahan-bahan|viungo|sestavine|koostisosad|sastāvdaļas|ingredientai|hráefni';
const METHOD =
  'method|instructions|directions|preparation|steps|procedure|how to make it|how to make|zubereitung|anleitung|so gehts|so geht.s|préparation|étapes|réalisation|instructions de préparation|bereiding|bereidingswijze|instructies|zo maak je het|preparazione|procedimento|come si prepara|preparación|elaboración|instrucciones|pasos|modo de preparo|modo de preparación|preparo|preparação|modo de fazer|gör så här|så här gör du|instruktioner|tillagning|fremgangsmåde|sådan gør du|tilberedning|fremgangsmåte|slik gjør du|przygotowanie|sposób przygotowania|wykonanie|postup|postup přípravy|příprava|príprava|elkészítés|elkészítése|priprema|postupak|preparare|mod de preparare|valmistus|valmistusohje|ohje|приготовление|способ приготовления|как приготовить|пошаговый рецепт|приготування|спосіб приготування|приготвяне|начин на приготвяне|yapılışı|hazırlanışı|nasıl yapılır|tarifi|εκτέλεση|οδηγίες|παρασκευή|אופן ההכנה|הוראות הכנה|אופן הכנה|הכנה|طريقة التحضير|طريقة العمل|الطريقة|التحضير|طرز تهیه|دستور پخت|روش تهیه|ترکیب|بنانے کا طریقہ|طریقہ|विधि|बनाने की विधि|วิธีทำ|만드는 법|조리 순서|조리법|作り方|手順|做法|步骤|作法|步驟|cách làm|hướng dẫn|các bước|cara membuat|cara memasak|langkah-langkah|priprava|aðferð';

const heading = (words: string) =>
  new RegExp(`^(?:the |les |die |de |gli |los |os )?(?:${words})(?![\\p{L}\\p{M}])`, 'iu');
const INGREDIENTS_HEADING = heading(INGREDIENTS);
const METHOD_HEADING = heading(METHOD);
const MAX_LENGTH = 60;

/** "Ingredients", "Zutaten für 4 Personen", "المقادير". */
export function isIngredientsHeading(text: string): boolean {
  return text.length <= MAX_LENGTH && INGREDIENTS_HEADING.test(plain(text));
}

/** "Method", "Zubereitung", "作り方". */
export function isMethodHeading(text: string): boolean {
  return text.length <= MAX_LENGTH && METHOD_HEADING.test(plain(text));
}

/** Vowel marks and the lengthening stroke of Arabic, which many texts leave out. */
const arabicMarks = /[\u0640\u064b-\u0652\u0670]/g;

const plain = (text: string) =>
  text
    .replace(arabicMarks, '')
    .replace(/^[^\p{L}]{1,5}/u, '')
    .replace(/[’]/g, "'")
    .normalize('NFC');
