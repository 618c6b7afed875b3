/** Names of dairy products and eggs, in the columns of `VEGETABLES`. */
export const DAIRY = `
butter | unsalted butter, salted butter, sweet butter | Butter, Süßrahmbutter | beurre, beurre doux, beurre demi-sel | mantequilla, manteca de vaca | burro | boter, roomboter | manteiga | masło, masła
buttermilk | | Buttermilch | babeurre, lait ribot, lait battu | suero de leche, suero de mantequilla, buttermilk | latticello | karnemelk | leitelho, soro de leite | maślanka
cheddar | cheddar cheese, sharp cheddar, sharp cheddar cheese, mature cheddar, mature cheddar cheese | Cheddar | cheddar | queso cheddar, cheddar | cheddar | cheddar | queijo cheddar, cheddar | ser cheddar, cheddar
condensed milk | sweetened condensed milk | gezuckerte Kondensmilch, Milchmädchen | lait concentré sucré | leche condensada | latte condensato | gecondenseerde melk | leite condensado | mleko skondensowane słodzone, mleko skondensowane
cottage cheese | | Hüttenkäse, körniger Frischkäse | cottage cheese | requesón, queso cottage | fiocchi di latte | hüttenkäse, cottage cheese | queijo cottage | serek wiejski
cream | heavy cream, heavy whipping cream, whipping cream, double cream, single cream, light cream, fresh cream | Sahne, Schlagsahne, Rahm, Schlagobers, Obers, süße Sahne, Schlagrahm | crème, crème liquide, crème entière, crème fleurette, crème fraîche liquide | nata, crema de leche, nata para montar, nata líquida | panna, panna fresca, panna da cucina | room, slagroom | natas, nata, creme de leite | śmietanka, śmietana kremówka, śmietanka kremówka
cream cheese | philadelphia, full-fat cream cheese, soft cheese | Frischkäse, Doppelrahmfrischkäse | fromage frais, fromage à tartiner | queso crema, queso de untar, queso philadelphia | formaggio spalmabile, formaggio fresco | roomkaas | queijo creme, cream cheese | serek kremowy, serek śmietankowy
crème fraîche | creme fraiche | Crème fraîche, Creme fraiche | crème fraîche, crème fraîche épaisse, crème épaisse | crème fraîche | crème fraîche, panna acida | crème fraîche | crème fraîche | crème fraîche
custard powder | | Puddingpulver, Vanillepuddingpulver | poudre à crème | natillas en polvo | crema pasticcera in polvere | custardpoeder, vanillepudding | pó de pudim | budyń waniliowy, budyń
egg | large egg, free-range egg, whole egg, chicken egg, eggs | Ei, Eier | œuf, œufs, oeuf | huevo | uovo, uova | ei, eieren | ovo | jajko, jajka, jajek, jajo, jaja, jaj
egg white | large egg white | Eiweiß, Eiklar | blanc d'œuf, blancs d'œufs, blanc d'oeuf, blancs d'œuf | clara de huevo, clara | albume, albumi | eiwit, eiwitten | clara de ovo, clara | białko, białka, białek
egg yolk | large egg yolk, yolk | Eigelb, Eidotter, Dotter | jaune d'œuf, jaunes d'œufs, jaune d'oeuf, jaunes d'œuf | yema de huevo, yema | tuorlo | eidooier, eierdooier, eigeel, dooier | gema de ovo, gema | żółtko, żółtka, żółtek
evaporated milk | | Kondensmilch, ungezuckerte Kondensmilch | lait concentré, lait concentré non sucré, lait évaporé | leche evaporada | latte evaporato | koffiemelk | leite evaporado | mleko zagęszczone niesłodzone
feta | feta cheese | Feta, Schafskäse, Fetakäse | feta | queso feta, feta | feta | feta | queijo feta, feta | ser feta, feta
ghee | clarified butter | Ghee, Butterschmalz | beurre clarifié, ghee | ghee, mantequilla clarificada | burro chiarificato, ghee | ghee, geklaarde boter | manteiga clarificada, ghee | masło klarowane, masła klarowanego
goat cheese | goat's cheese, goats cheese, chèvre | Ziegenkäse, Ziegenfrischkäse | fromage de chèvre, chèvre | queso de cabra | formaggio di capra, caprino | geitenkaas | queijo de cabra | ser kozi
gouda | gouda cheese | Gouda | gouda | queso gouda, gouda | gouda | goudse kaas, gouda | queijo gouda | ser gouda, gouda
gruyère | gruyere, gruyere cheese, gruyère cheese | Gruyère, Greyerzer | gruyère | queso gruyer, gruyer | groviera, gruviera | gruyère | gruyère | gruyère
halloumi | halloumi cheese | Halloumi | halloumi | halloumi | halloumi | halloumi | halloumi | halloumi
mascarpone | mascarpone cheese | Mascarpone | mascarpone | mascarpone | mascarpone | mascarpone | mascarpone | mascarpone
milk | whole milk, semi-skimmed milk, skim milk, skimmed milk, low-fat milk, 2% milk, full-fat milk | Milch, Vollmilch | lait, lait entier, lait demi-écrémé | leche, leche entera | latte, latte intero | melk, volle melk, halfvolle melk | leite, leite integral | mleko, mleka
mozzarella | mozzarella cheese, fresh mozzarella, shredded mozzarella | Mozzarella, Büffelmozzarella | mozzarella | mozzarella, queso mozzarella | mozzarella, fior di latte | mozzarella | muçarela, mozarela, mussarela, queijo mozzarella | mozzarella
parmesan | parmesan cheese, parmigiano, parmigiano reggiano, parmigiano-reggiano, grana padano | Parmesan, Parmesankäse | parmesan | queso parmesano, parmesano | parmigiano, parmigiano reggiano, grana padano | parmezaanse kaas, parmezaan | queijo parmesão, parmesão | parmezan, ser parmezan
pecorino | pecorino romano, pecorino cheese | Pecorino | pecorino | pecorino | pecorino | pecorino | pecorino | pecorino
quark | | Quark, Magerquark, Topfen, Speisequark | fromage blanc | queso quark | quark | kwark | quark | twaróg, ser biały, twarożek
ricotta | ricotta cheese | Ricotta | ricotta | ricotta, queso ricotta | ricotta | ricotta | ricota | ricotta
milk powder | dry milk, powdered milk, nonfat dry milk | Milchpulver | lait en poudre | leche en polvo | latte in polvere | melkpoeder | leite em pó | mleko w proszku
sour cream | soured cream | saure Sahne, Sauerrahm, Schmand | crème aigre, crème sure | nata agria, crema agria | panna acida | zure room | creme azedo, natas azedas | śmietana, kwaśna śmietana
yogurt | yoghurt, plain yogurt, plain yoghurt, natural yogurt, natural yoghurt, greek yogurt, greek yoghurt, curd | Joghurt, Naturjoghurt, griechischer Joghurt | yaourt, yaourt nature, yaourt grec | yogur, yogur natural, yogur griego | yogurt, yogurt bianco, yogurt greco | yoghurt, griekse yoghurt | iogurte, iogurte natural, iogurte grego | jogurt, jogurt naturalny, jogurt grecki
margarine | | Margarine | margarine | margarina | margarina | margarine | margarina | margaryna
`;
