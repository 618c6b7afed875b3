/** English names of foods. */

// Names of dairy products and eggs, in the columns of `VEGETABLES`

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

// Names of grains, pulses, flours, sugars and baking ingredients, in the columns of `VEGETABLES`

export const DRY_GOODS = `
flour | all-purpose flour, plain flour, white flour, wheat flour, all purpose flour, ap flour | Mehl, Weizenmehl, Mehl Type 405, Weizenmehl Type 405 | farine, farine de blé, farine de froment | harina, harina de trigo | farina, farina 00, farina di grano tenero, farina di frumento | bloem, tarwebloem, patentbloem | farinha, farinha de trigo | mąka, mąka pszenna
bread flour | strong flour, strong white flour, strong bread flour, strong white bread flour, high-gluten flour | Weizenmehl Type 550, Mehl Type 550, Brotmehl | farine de force, farine t65 | harina de fuerza | farina manitoba, farina forte, farina 0 | broodbloem | farinha de força | mąka chlebowa, mąka pszenna chlebowa
cake flour | | Kuchenmehl | farine à gâteau, farine fluide | harina de repostería | farina per dolci | cakemeel | farinha para bolos | mąka tortowa
self-raising flour | self-rising flour, self raising flour | selbsttreibendes Mehl, Mehl mit Backpulver | farine à gâteau avec levure, farine avec levure incorporée | harina leudante, harina con levadura | farina autolievitante | zelfrijzend bakmeel | farinha com fermento | mąka samorosnąca
whole wheat flour | wholemeal flour, whole-wheat flour, wholewheat flour, whole wheat pastry flour | Vollkornmehl, Weizenvollkornmehl | farine complète, farine intégrale | harina integral | farina integrale | volkorenmeel, volkoren tarwemeel | farinha integral | mąka pełnoziarnista, mąka razowa
rye flour | | Roggenmehl | farine de seigle | harina de centeno | farina di segale | roggemeel, roggebloem | farinha de centeio | mąka żytnia
spelt flour | | Dinkelmehl | farine d'épeautre | harina de espelta | farina di farro | speltmeel, speltbloem | farinha de espelta | mąka orkiszowa
buckwheat flour | | Buchweizenmehl | farine de sarrasin | harina de trigo sarraceno | farina di grano saraceno | boekweitmeel | farinha de trigo sarraceno | mąka gryczana
rice flour | white rice flour | Reismehl | farine de riz | harina de arroz | farina di riso | rijstmeel | farinha de arroz | mąka ryżowa
chickpea flour | gram flour, besan | Kichererbsenmehl | farine de pois chiches, farine de pois chiche | harina de garbanzo, harina de garbanzos | farina di ceci | kikkererwtenmeel | farinha de grão-de-bico | mąka z ciecierzycy
coconut flour | | Kokosmehl | farine de coco | harina de coco | farina di cocco | kokosmeel | farinha de coco | mąka kokosowa
oat flour | | Hafermehl | farine d'avoine | harina de avena | farina d'avena | havermeel | farinha de aveia | mąka owsiana
cornmeal | polenta, corn meal | Maisgrieß, Polenta, Maismehl | polenta, semoule de maïs | harina de maíz, polenta | polenta, farina di mais | maïsmeel, polenta | fubá, polenta, farinha de milho | kasza kukurydziana, polenta, mąka kukurydziana
cornstarch | corn starch, cornflour, corn flour | Speisestärke, Maisstärke, Stärke | maïzena, fécule de maïs, amidon de maïs | maicena, maizena, fécula de maíz, almidón de maíz | amido di mais, maizena | maïzena, maizena | amido de milho, maisena, maizena | skrobia kukurydziana, mąka kukurydziana skrobiowa
potato starch | potato flour | Kartoffelstärke, Kartoffelmehl | fécule de pomme de terre, fécule | fécula de patata, almidón de patata | fecola di patate, fecola | aardappelzetmeel | fécula de batata | mąka ziemniaczana, skrobia ziemniaczana
tapioca starch | tapioca flour | Tapiokastärke | amidon de tapioca | almidón de tapioca | amido di tapioca | tapiocameel | polvilho, fécula de mandioca | skrobia z tapioki
semolina | farina | Grieß, Hartweizengrieß, Weichweizengrieß | semoule, semoule de blé | sémola | semola, semolino | griesmeel | sêmola | kasza manna, semolina
couscous | | Couscous | couscous | cuscús | couscous, cuscus | couscous | cuscuz | kuskus
bulgur | bulgur wheat, bulghur | Bulgur | boulgour | bulgur | bulgur | bulgur | bulgur | bulgur, kasza bulgur
oat | old-fashioned rolled oats, old fashioned rolled oats, old fashioned oats, rolled oats, oats, old-fashioned oats, porridge oats, oatmeal, quick oats, rolled oat | Haferflocken, Haferflocke, kernige Haferflocken, zarte Haferflocken | flocon d'avoine, flocons d'avoine | avena, copos de avena | avena, fiocchi d'avena, fiocchi di avena | havermout, havervlokken | aveia, flocos de aveia | płatki owsiane
barley | pearl barley | Gerste, Perlgraupen, Graupen | orge, orge perlé | cebada | orzo, orzo perlato | gerst, parelgort | cevada, cevadinha | kasza jęczmienna, pęczak
buckwheat | buckwheat groats | Buchweizen | sarrasin | trigo sarraceno, alforfón | grano saraceno | boekweit | trigo sarraceno | kasza gryczana, gryka
quinoa | | Quinoa | quinoa | quinoa, quinua | quinoa | quinoa | quinoa, quinua | komosa ryżowa, quinoa
millet | | Hirse | millet | mijo | miglio | gierst | painço | kasza jaglana
rice | white rice, long-grain rice, long grain rice, basmati rice, jasmine rice, basmati, arborio rice, arborio, risotto rice, short-grain rice, sushi rice | Reis, Langkornreis, Basmati Reis, Risotto Reis, Basmatireis, Risottoreis, Jasminreis, Milchreis, Rundkornreis | riz, riz basmati, riz arborio, riz rond | arroz, arroz basmati, arroz bomba, arroz blanco | riso, riso basmati, riso arborio, riso carnaroli | rijst, basmatirijst, risottorijst | arroz, arroz basmati, arroz branco | ryż, ryż basmati
brown rice | | Naturreis, Vollkornreis | riz complet, riz brun | arroz integral | riso integrale | zilvervliesrijst | arroz integral | ryż brązowy
pasta | macaroni, penne, fusilli, rigatoni, farfalle, conchiglie | Nudeln, Nudel, Pasta, Makkaroni, Penne | pâtes, pâte alimentaire, macaroni, coquillettes, penne | pasta, macarrones, macarrón | pasta, penne, fusilli, maccheroni, rigatoni | pasta, macaroni, penne | massa, macarrão, massa penne | makaron
spaghetti | linguine, tagliatelle, fettuccine | Spaghetti, Tagliatelle, Linguine | spaghetti, tagliatelle | espagueti, espaguetis, tallarines | spaghetti, tagliatelle, linguine | spaghetti, tagliatelle | esparguete, espaguete | spaghetti
lasagna sheet | lasagne sheet, lasagna noodle, lasagne | Lasagneplatte, Lasagneplatten, Lasagneblätter | feuille de lasagne, feuilles de lasagnes, lasagnes | placa de lasaña, láminas de lasaña | lasagna, lasagne, sfoglia per lasagne | lasagneblad, lasagnebladen | folha de lasanha | płaty lasagne, makaron lasagne
noodle | egg noodle, rice noodle, rice vermicelli, ramen noodle, udon noodle | Reisnudeln, Eiernudeln, Glasnudeln, Mie-Nudeln | nouille, nouilles, vermicelle, vermicelles de riz | fideo, fideos | noodle, spaghetti di riso | noedels, mie, mihoen | noodle, aletria | makaron ryżowy
breadcrumb | breadcrumbs, dry breadcrumbs, dried breadcrumbs, fresh breadcrumbs, bread crumbs, bread crumb | Semmelbrösel, Paniermehl, Brösel | chapelure | pan rallado | pangrattato, pan grattato | paneermeel, broodkruim | pão ralado, farinha de rosca | bułka tarta
panko | panko breadcrumb, panko breadcrumbs | Panko | chapelure panko, panko | panko | panko | panko | panko | panko
black bean | black turtle bean | schwarze Bohne, schwarze Bohnen | haricot noir | frijol negro, judía negra, alubia negra | fagiolo nero, fagioli neri | zwarte boon, zwarte bonen | feijão preto | czarna fasola
kidney bean | red kidney bean, red bean | Kidneybohne | haricot rouge | frijol rojo, alubia roja, judía roja | fagiolo rosso, fagioli rossi | kidneyboon, kidneybonen | feijão vermelho | czerwona fasola, fasola czerwona
white bean | cannellini bean, navy bean, great northern bean, butter bean, haricot bean | weiße Bohne, weiße Bohnen | haricot blanc | alubia, judía blanca, alubia blanca | fagiolo cannellino, fagioli cannellini, fagiolo bianco | witte boon, witte bonen | feijão branco | biała fasola, fasola biała, fasola
chickpea | garbanzo, garbanzo bean, chick pea | Kichererbse | pois chiche | garbanzo | cece, ceci | kikkererwt | grão-de-bico, grão de bico | ciecierzyca
lentil | brown lentil, green lentil, puy lentil | Linse, Tellerlinse, Berglinse, grüne Linse | lentille, lentille verte | lenteja | lenticchia | linze, linzen | lentilha | soczewica
red lentil | masoor dal | rote Linse, rote Linsen | lentille corail | lenteja roja | lenticchia rossa | rode linze, rode linzen | lentilha vermelha | czerwona soczewica, soczewica czerwona
split pea | dried pea | Schälerbse, Spalterbse | pois cassé | guisante partido | pisello spezzato | spliterwt, spliterwten | ervilha partida | groch łuskany
tofu | silken tofu, firm tofu, smoked tofu | Tofu, Räuchertofu, Seidentofu | tofu | tofu | tofu | tofu, tahoe | tofu | tofu
sugar | granulated sugar, white sugar, caster sugar, superfine sugar, castor sugar, cane sugar | Zucker, Kristallzucker, Haushaltszucker, weißer Zucker | sucre, sucre en poudre, sucre semoule, sucre blanc | azúcar, azúcar blanco, azúcar blanca | zucchero, zucchero semolato, zucchero bianco | suiker, kristalsuiker, basterdsuiker, fijne kristalsuiker | açúcar, açúcar branco | cukier, cukru, cukier biały
brown sugar | light brown sugar, dark brown sugar, muscovado sugar, light muscovado sugar, dark muscovado sugar, muscovado, demerara sugar | brauner Zucker, Rohrzucker, Muscovado, Rohrohrzucker | sucre roux, cassonade, vergeoise, sucre brun | azúcar moreno, azúcar morena, panela | zucchero di canna | bruine suiker, bruine basterdsuiker, lichtbruine basterdsuiker, donkerbruine basterdsuiker, rietsuiker | açúcar mascavo, açúcar mascavado, açúcar amarelo | cukier brązowy, cukier trzcinowy, brązowy cukier
powdered sugar | confectioners' sugar, confectioners sugar, confectioner's sugar, icing sugar, 10x sugar | Puderzucker, Staubzucker | sucre glace, sucre impalpable | azúcar glas, azúcar glass, azúcar impalpable | zucchero a velo | poedersuiker | açúcar em pó, açúcar de confeiteiro | cukier puder
vanilla sugar | | Vanillezucker, Vanillinzucker | sucre vanillé | azúcar avainillado, azúcar vainillado | zucchero vanigliato, zucchero vanillinato, vanillina | vanillesuiker | açúcar baunilhado | cukier waniliowy, cukier wanilinowy
honey | clear honey, runny honey | Honig | miel | miel | miele | honing | mel | miód, miodu
maple syrup | pure maple syrup | Ahornsirup | sirop d'érable | sirope de arce, jarabe de arce | sciroppo d'acero | ahornsiroop, esdoornsiroop | xarope de bordo, xarope de ácer | syrop klonowy
golden syrup | | heller Zuckersirup, Zuckersirup | sirop de sucre, golden syrup | jarabe dorado | golden syrup | stroop, schenkstroop | golden syrup | złoty syrop
corn syrup | light corn syrup | Maissirup, Glukosesirup | sirop de maïs, sirop de glucose | jarabe de maíz, glucosa | sciroppo di glucosio, sciroppo di mais | glucosestroop, glucosesiroop | xarope de milho, glucose | syrop kukurydziany, syrop glukozowy
agave syrup | agave nectar, agave | Agavendicksaft, Agavensirup | sirop d'agave | sirope de agave | sciroppo d'agave | agavesiroop | xarope de agave | syrop z agawy
molasses | treacle, black treacle | Melasse | mélasse | melaza | melassa | melasse | melaço | melasa
baking powder | | Backpulver, Backpulver Päckchen | levure chimique, poudre à lever | levadura química, polvo de hornear, polvo para hornear, levadura en polvo | lievito in polvere, lievito per dolci, lievito chimico | bakpoeder | fermento em pó, fermento químico | proszek do pieczenia, proszku do pieczenia
baking soda | bicarbonate of soda, bicarb, bicarbonate, sodium bicarbonate | Natron, Backnatron, Speisenatron | bicarbonate de soude, bicarbonate | bicarbonato, bicarbonato de sodio | bicarbonato, bicarbonato di sodio | baksoda, zuiveringszout | bicarbonato de sódio | soda oczyszczona, soda, sody oczyszczonej
yeast | active dry yeast, instant yeast, dry yeast, dried yeast, fast-action dried yeast, active-dry yeast, rapid rise yeast | Trockenhefe, Trockengerm | levure boulangère sèche, levure sèche, levure de boulanger sèche | levadura seca, levadura seca de panadería | lievito di birra secco, lievito secco | gedroogde gist, droge gist, instantgist | fermento biológico seco, fermento seco | drożdże instant, suszone drożdże, drożdże suszone
fresh yeast | cake yeast | Hefe, frische Hefe, Germ | levure fraîche, levure de boulanger, levure boulangère | levadura fresca, levadura de panadero, levadura | lievito di birra, lievito di birra fresco, lievito fresco | verse gist, gist | fermento biológico fresco, fermento de padeiro | świeże drożdże, drożdże, drożdży
gelatin | gelatine, gelatin powder, gelatin sheet, leaf gelatine | Gelatine, Blattgelatine | gélatine, feuille de gélatine | gelatina, hoja de gelatina | gelatina, colla di pesce | gelatine, gelatineblad | gelatina, folha de gelatina | żelatyna
cocoa powder | cocoa, unsweetened cocoa powder, unsweetened cocoa, dutch-process cocoa powder, dutch process cocoa, cacao powder | Kakao, Kakaopulver, Backkakao | cacao, cacao en poudre, poudre de cacao | cacao, cacao en polvo | cacao, cacao amaro, cacao in polvere | cacao, cacaopoeder | cacau, cacau em pó | kakao
chocolate | dark chocolate, bittersweet chocolate, semisweet chocolate, milk chocolate, white chocolate, baking chocolate, cooking chocolate | Schokolade, Zartbitterschokolade, Kuvertüre, Vollmilchschokolade, weiße Schokolade, dunkle Schokolade | chocolat, chocolat noir, chocolat au lait, chocolat blanc, chocolat pâtissier | chocolate, chocolate negro, chocolate blanco, chocolate con leche | cioccolato, cioccolato fondente, cioccolato bianco, cioccolato al latte | chocolade, pure chocolade, witte chocolade, melkchocolade | chocolate, chocolate negro, chocolate amargo, chocolate meio amargo | czekolada, gorzka czekolada, czekolada gorzka, mleczna czekolada
chocolate chip | semisweet chocolate chip, chocolate chips, dark chocolate chip | Schokotröpfchen, Schokodrops, Schokoladentröpfchen | pépite de chocolat | pepita de chocolate, chips de chocolate | goccia di cioccolato, gocce di cioccolato | chocoladedruppel, chocolate chips | gota de chocolate, pepita de chocolate | kropelki czekolady, groszki czekoladowe
chia seed | chia | Chiasamen | graine de chia | semilla de chía, chía | seme di chia, semi di chia | chiazaad | semente de chia | nasiona chia
flaxseed | linseed, ground flaxseed, flax seed, flaxseed meal | Leinsamen, geschroteter Leinsamen | graine de lin | semilla de lino, linaza | seme di lino, semi di lino | lijnzaad | linhaça, semente de linhaça | siemię lniane
poppy seed | | Mohn, Mohnsamen | graine de pavot, pavot | semilla de amapola | seme di papavero, semi di papavero | maanzaad | semente de papoila | mak
pumpkin seed | pepita | Kürbiskern | graine de courge, graine de potiron | pipa de calabaza, semilla de calabaza | seme di zucca, semi di zucca | pompoenpit, pompoenpitten | semente de abóbora | pestka dyni, pestki dyni
sesame seed | sesame, white sesame seed, black sesame seed | Sesam, Sesamsamen, Sesamkörner | graine de sésame, sésame | sésamo, semilla de sésamo, ajonjolí | sesamo, seme di sesamo, semi di sesamo | sesamzaad, sesamzaadje | sésamo, gergelim, semente de sésamo | sezam
sunflower seed | | Sonnenblumenkern | graine de tournesol | pipa de girasol, semilla de girasol | seme di girasole, semi di girasole | zonnebloempit, zonnebloempitten | semente de girassol | pestki słonecznika, słonecznik, ziarna słonecznika
crushed tomato | canned tomato, chopped tomatoes in juice, tinned tomato, diced tomatoes in juice, can of tomatoes, canned chopped tomato, tinned chopped tomato | Dosentomate, stückige Tomate, gehackte Tomaten aus der Dose, stückige Tomaten | tomate concassée, tomates concassées, tomate pelée, tomates pelées, pulpe de tomate | tomate triturado, tomate troceado | polpa di pomodoro, pomodoro pelato, pomodori pelati | tomatenblokjes, gepelde tomaat, gepelde tomaten | tomate pelado, tomate triturado | pomidory z puszki, pomidory krojone
tomato paste | tomato purée, tomato puree, tomato concentrate | Tomatenmark | concentré de tomate, concentré de tomates | concentrado de tomate, pasta de tomate | concentrato di pomodoro, doppio concentrato di pomodoro | tomatenpuree | concentrado de tomate, extrato de tomate | koncentrat pomidorowy, przecier pomidorowy
tomato sauce | passata, tomato passata, marinara sauce, pasta sauce | passierte Tomaten, passierte Tomate, Tomatensauce, Tomatensoße | coulis de tomate, coulis de tomates, sauce tomate, purée de tomates | salsa de tomate, tomate frito, puré de tomate | passata di pomodoro, passata, salsa di pomodoro, sugo di pomodoro | passata, tomatensaus, gezeefde tomaten | molho de tomate, polpa de tomate | passata, passata pomidorowa, sos pomidorowy
coconut milk | canned coconut milk, full-fat coconut milk | Kokosmilch | lait de coco | leche de coco | latte di cocco | kokosmelk | leite de coco | mleko kokosowe
coconut cream | | Kokoscreme, Kokossahne | crème de coco | crema de coco | crema di cocco | kokosroom | creme de coco | krem kokosowy, śmietanka kokosowa
`;

// Names of fruit and nuts, in the columns of `VEGETABLES`

export const FRUIT = `
apple | cooking apple, granny smith apple, bramley apple, eating apple | Apfel, Äpfel | pomme | manzana | mela | appel, appels | maçã | jabłko, jabłka, jabłek
apricot | | Aprikose, Marille | abricot | albaricoque, damasco | albicocca | abrikoos, abrikozen | damasco, alperce | morela
banana | ripe banana | Banane | banane | plátano, banana | banana | banaan, bananen | banana | banan
blackberry | | Brombeere | mûre | mora, zarzamora | mora | braam, bramen | amora | jeżyna
blackcurrant | black currant | schwarze Johannisbeere, Cassis | cassis | grosella negra | ribes nero | zwarte bes, zwarte bessen | groselha negra | czarna porzeczka
blueberry | bilberry | Heidelbeere, Blaubeere | myrtille | arándano | mirtillo | blauwe bes, blauwe bessen, bosbes | mirtilo | borówka, jagoda
cherry | sweet cherry, sour cherry | Kirsche, Sauerkirsche, Süßkirsche | cerise, griotte | cereza, guinda | ciliegia, amarena | kers, kersen | cereja, ginja | wiśnia, czereśnia
coconut | desiccated coconut, shredded coconut, coconut flake, flaked coconut | Kokosnuss, Kokosraspel, Kokosflocken | noix de coco, noix de coco râpée | coco, coco rallado | cocco, cocco grattugiato, noce di cocco | kokos, geraspte kokos, kokosnoot | coco, coco ralado | kokos, wiórki kokosowe
cranberry | | Cranberry, Cranberries, Moosbeere | canneberge | arándano rojo | mirtillo rosso | cranberry, veenbes | arando | żurawina
dried cranberry | craisin | getrocknete Cranberry, getrocknete Cranberries | canneberge séchée | arándano rojo seco | mirtillo rosso essiccato | gedroogde cranberry | arando seco | suszona żurawina
currant | dried currant, zante currant | Korinthe | raisin de corinthe | pasa de corinto | uva di corinto | krent | passa de corinto | rodzynka koryncka
date | medjool date, pitted date | Dattel | datte | dátil | dattero | dadel | tâmara | daktyl
fig | dried fig | Feige | figue | higo | fico, fichi | vijg | figo | figa
grape | seedless grape, red grape, green grape | Traube, Weintraube | raisin, raisin blanc, raisin noir | uva | uva | druif, druiven | uva | winogrono
grapefruit | | Grapefruit, Pampelmuse | pamplemousse | pomelo, toronja | pompelmo | grapefruit | toranja | grejpfrut
kiwi | kiwifruit, kiwi fruit | Kiwi | kiwi | kiwi | kiwi | kiwi | kiwi, quivi | kiwi
lemon | unwaxed lemon, organic lemon | Zitrone, Bio-Zitrone, Biozitrone | citron, citron jaune | limón | limone | citroen | limão siciliano, limão | cytryna
lemon juice | juice of lemon, lemon's juice, fresh lemon juice | Zitronensaft | jus de citron | zumo de limón, jugo de limón | succo di limone | citroensap | suco de limão, sumo de limão | sok z cytryny, sok cytrynowy
lemon zest | lemon peel, grated lemon zest, zest of lemon | Zitronenschale, Zitronenabrieb | zeste de citron | ralladura de limón | scorza di limone | citroenrasp, citroenschil | raspa de limão | skórka z cytryny, skórka cytrynowa
lime | | Limette | citron vert, lime | lima | lime | limoen | lima | limonka, limetka
lime juice | fresh lime juice | Limettensaft | jus de citron vert, jus de lime | zumo de lima, jugo de lima | succo di lime | limoensap | sumo de lima, suco de lima | sok z limonki
mango | | Mango | mangue | mango | mango | mango | manga | mango
melon | cantaloupe, honeydew melon, honeydew | Melone, Honigmelone | melon | melón | melone | meloen | melão, meloa | melon
nectarine | | Nektarine | nectarine | nectarina | pesca noce, nettarina | nectarine | nectarina | nektarynka
orange | navel orange, blood orange | Orange, Apfelsine, Bio-Orange, Blutorange | orange | naranja | arancia, arance | sinaasappel, sinaasappels | laranja | pomarańcza
orange juice | fresh orange juice | Orangensaft | jus d'orange | zumo de naranja, jugo de naranja | succo d'arancia | sinaasappelsap | sumo de laranja, suco de laranja | sok pomarańczowy
orange zest | orange peel, grated orange zest | Orangenschale, Orangenabrieb | zeste d'orange | ralladura de naranja | scorza d'arancia | sinaasappelrasp | raspa de laranja | skórka pomarańczowa, skórka z pomarańczy
papaya | | Papaya | papaye | papaya | papaya | papaja | mamão, papaia | papaja
passion fruit | passionfruit | Passionsfrucht, Maracuja | fruit de la passion | maracuyá, fruta de la pasión | frutto della passione | passievrucht | maracujá | marakuja
peach | | Pfirsich, Pfirsiche | pêche | melocotón, durazno | pesca, pesche | perzik | pêssego | brzoskwinia
pear | | Birne | poire | pera | pera | peer, peren | pera, pêra | gruszka
pineapple | | Ananas | ananas | piña | ananas | ananas | abacaxi, ananás | ananas
plum | | Pflaume, Zwetschge, Zwetsche | prune, quetsche | ciruela | prugna, susina | pruim | ameixa | śliwka
pomegranate | pomegranate seed | Granatapfel, Granatapfelkerne | grenade | granada | melagrana, melograno | granaatappel | romã | granat
prune | dried plum | Backpflaume, Trockenpflaume, Dörrpflaume | pruneau | ciruela pasa | prugna secca | gedroogde pruim, pruimedant | ameixa seca | suszona śliwka
quince | | Quitte | coing | membrillo | mela cotogna | kweepeer | marmelo | pigwa
raisin | sultana, golden raisin | Rosine, Sultanine | raisin sec, raisins secs | pasa, uva pasa | uvetta, uva passa, uva sultanina | rozijn | uva passa, passa, uva-passa | rodzynka, rodzynki
raspberry | | Himbeere | framboise | frambuesa | lampone | framboos, frambozen | framboesa | malina
red currant | redcurrant | rote Johannisbeere, Johannisbeere | groseille | grosella | ribes rosso, ribes | rode bes, aalbes | groselha | czerwona porzeczka, porzeczka
rhubarb | | Rhabarber | rhubarbe | ruibarbo | rabarbaro | rabarber | ruibarbo | rabarbar
strawberry | | Erdbeere | fraise | fresa, frutilla | fragola | aardbei, aardbeien | morango | truskawka
tangerine | mandarin, clementine, satsuma | Mandarine, Clementine | mandarine, clémentine | mandarina, clementina | mandarino, clementina | mandarijn | tangerina, mandarina | mandarynka
watermelon | | Wassermelone | pastèque | sandía | anguria, cocomero | watermeloen | melancia | arbuz
`;
export const NUTS = `
almond | whole almond, blanched almond | Mandel | amande | almendra | mandorla | amandel | amêndoa | migdał, migdały
sliced almond | flaked almond, slivered almond | Mandelblättchen, Mandelstift | amande effilée, amandes effilées | almendra laminada | mandorla a lamelle, mandorle a lamelle | amandelschaafsel | amêndoa laminada, amêndoa em lascas | płatki migdałów, płatki migdałowe
ground almond | almond meal, almond flour | gemahlene Mandel, gemahlene Mandeln, Mandelmehl | amande en poudre, poudre d'amande, poudre d'amandes, amandes en poudre | almendra molida, harina de almendra | farina di mandorle | amandelmeel, gemalen amandelen | farinha de amêndoa, amêndoa moída | mąka migdałowa, mielone migdały
brazil nut | | Paranuss | noix du brésil | nuez de brasil | noce del brasile | paranoot | castanha-do-pará | orzech brazylijski
cashew | cashew nut | Cashew, Cashewkern, Cashewnuss | noix de cajou | anacardo | anacardo, anacardi | cashewnoot, cashewnoten | caju, castanha de caju | orzech nerkowca, nerkowce
chestnut | | Marone, Kastanie, Esskastanie | châtaigne, marron | castaña | castagna, marrone | kastanje | castanha | kasztan
hazelnut | filbert | Haselnuss, Haselnüsse | noisette | avellana | nocciola | hazelnoot, hazelnoten | avelã | orzech laskowy, orzechy laskowe
macadamia | macadamia nut | Macadamia, Macadamianuss | noix de macadamia | nuez de macadamia | noce di macadamia | macadamianoot | macadâmia | orzech makadamia
peanut | groundnut | Erdnuss, Erdnüsse | cacahuète, cacahouète, arachide | cacahuete, maní, cacahuate | arachide, arachidi | pinda | amendoim | orzeszek ziemny, orzeszki ziemne, orzechy ziemne
pecan | pecan nut, pecan half | Pekannuss, Pekannüsse | noix de pécan | nuez pecana, pecana | noce pecan, noci pecan | pecannoot, pecannoten | noz-pecã | orzech pekan, pekany
pine nut | pignoli, pinenut | Pinienkern | pignon, pignon de pin | piñón, piñones | pinolo | pijnboompit, pijnboompitten | pinhão, pinhões | orzeszek piniowy, orzeszki piniowe
pistachio | pistachio nut | Pistazie | pistache | pistacho | pistacchio | pistachenoot, pistache | pistache, pistácio | pistacja
walnut | walnut half | Walnuss, Walnüsse, Baumnuss | noix, cerneau de noix, cerneaux de noix | nuez, nueces | noce, noci, gheriglio di noce | walnoot, walnoten | noz, nozes | orzech włoski, orzechy włoskie
`;

// Names of meat, fish and their substitutes, in the columns of `VEGETABLES`

export const MEAT = `
bacon | streaky bacon, bacon slice, bacon rasher, lardon, smoked bacon, pancetta | Speck, Bacon, Frühstücksspeck, Bauchspeck, Speckwürfel | lardon, lard, poitrine fumée, bacon | tocino, panceta, beicon, bacon | pancetta, bacon, guanciale | spek, bacon, spekblokje | bacon, toucinho | boczek, bekon
beef | stewing beef, beef chuck, chuck roast, steak, beef steak, sirloin steak, flank steak, braising steak | Rindfleisch, Rind, Rindergulasch, Gulaschfleisch, Rindersteak | bœuf, boeuf, viande de bœuf | ternera, carne de res, carne de vaca, res | manzo, carne di manzo | rundvlees, rundergehakt lappen, sukadelappen, runderlap | carne de vaca, carne bovina, bife, vaca | wołowina
chicken | whole chicken, roasting chicken | Huhn, Hähnchen, Hühnchen, Poulet | poulet | pollo | pollo | kip | frango, galinha | kurczak
chicken breast | chicken breast fillet, chicken breast half | Hähnchenbrust, Hähnchenbrustfilet, Hühnerbrust, Hühnerbrustfilet | blanc de poulet, filet de poulet | pechuga de pollo, pechuga | petto di pollo | kipfilet | peito de frango | pierś kurczaka, filet z kurczaka, pierś z kurczaka
chicken thigh | chicken thigh fillet | Hähnchenschenkel, Hähnchenkeule, Hähnchenoberkeule | cuisse de poulet, haut de cuisse de poulet | muslo de pollo, contramuslo de pollo | coscia di pollo, sovracoscia di pollo | kippendij, kippendijfilet | coxa de frango, sobrecoxa | udko kurczaka, udko z kurczaka
chorizo | | Chorizo | chorizo | chorizo | chorizo | chorizo | chouriço | chorizo
duck | duck breast | Ente, Entenbrust | canard, magret de canard | pato | anatra | eend, eendenborst | pato | kaczka
ground beef | minced beef, beef mince, hamburger meat, lean ground beef, mince, minced meat, ground meat | Rinderhackfleisch, Hackfleisch, Hack, gemischtes Hackfleisch, Faschiertes, Rinderhack | bœuf haché, viande hachée, boeuf haché | carne picada, carne molida, carne picada de ternera | carne macinata, macinato, macinato di manzo | gehakt, rundergehakt, rundvleesgehakt | carne moída, carne picada | mięso mielone, wołowina mielona
ground pork | minced pork, pork mince | Schweinehackfleisch, Schweinehack | porc haché | carne picada de cerdo, carne molida de cerdo | macinato di maiale | varkensgehakt | carne de porco moída | mielona wieprzowina, mięso mielone wieprzowe
ham | cooked ham, smoked ham, prosciutto, parma ham, serrano ham | Schinken, Kochschinken, roher Schinken, Parmaschinken | jambon | jamón, jamón serrano, jamón cocido | prosciutto, prosciutto cotto, prosciutto crudo | ham | presunto, fiambre | szynka
lamb | lamb shoulder, leg of lamb, lamb leg | Lamm, Lammfleisch, Lammkeule | agneau, gigot d'agneau | cordero | agnello | lamsvlees, lam | borrego, cordeiro | jagnięcina
pork | pork shoulder, pork loin, pork tenderloin, pork belly, pork chop | Schweinefleisch, Schweinefilet, Schweinebraten, Schweinebauch, Schweinelende | porc, filet mignon de porc, viande de porc | cerdo, carne de cerdo, lomo de cerdo | maiale, carne di maiale | varkensvlees, varkenshaas | carne de porco, porco, lombo de porco | wieprzowina, schab
salami | pepperoni | Salami | salami | salami, salchichón | salame | salami | salame | salami
sausage | italian sausage, pork sausage | Wurst, Würstchen, Bratwurst | saucisse | salchicha | salsiccia | worst, braadworst | salsicha, linguiça | kiełbasa
turkey | turkey breast | Pute, Truthahn, Putenbrust | dinde | pavo | tacchino | kalkoen | peru | indyk
veal | | Kalbfleisch, Kalb | veau | ternera blanca | vitello | kalfsvlees | vitela | cielęcina
rabbit | | Kaninchen | lapin | conejo | coniglio | konijn | coelho | królik
`;
export const FISH = `
anchovy | anchovy fillet | Sardelle, Anchovis, Sardellenfilet | anchois, filet d'anchois | anchoa, boquerón | acciuga, alice, acciughe, alici | ansjovis, ansjovisfilet | anchova | anchois, sardela
clam | | Venusmuschel | palourde | almeja | vongola | venusschelp | amêijoa | małż
cod | cod fillet | Kabeljau, Dorsch, Kabeljaufilet | cabillaud, morue | bacalao | merluzzo, baccalà | kabeljauw, kabeljauwfilet | bacalhau | dorsz
crab | crab meat, crabmeat | Krabbe, Krebsfleisch, Krabbenfleisch | crabe | cangrejo | granchio | krab | caranguejo | krab
haddock | | Schellfisch | églefin, haddock | eglefino | eglefino | schelvis | eglefim | plamiak
herring | | Hering, Matjes | hareng | arenque | aringa | haring | arenque | śledź
mackerel | | Makrele | maquereau | caballa | sgombro | makreel | cavala | makrela
mussel | | Miesmuschel, Muschel | moule | mejillón, mejillones | cozza | mossel | mexilhão | małż omułek, omułek
salmon | salmon fillet, smoked salmon | Lachs, Lachsfilet, Räucherlachs | saumon, pavé de saumon, filet de saumon | salmón | salmone | zalm, zalmfilet | salmão | łosoś, łososia
sardine | | Sardine | sardine | sardina | sardina | sardine | sardinha | sardynka
scallop | | Jakobsmuschel | noix de saint-jacques, coquille saint-jacques | vieira | capasanta, capesante | sint-jakobsschelp, coquille | vieira | przegrzebek
shrimp | prawn, king prawn, tiger prawn, jumbo shrimp | Garnele, Krevette, Shrimp | crevette, gambas | gamba, camarón, langostino | gambero, gamberetto | garnaal, garnalen | camarão, camarões | krewetka
squid | calamari | Tintenfisch, Calamari, Kalmar | calamar, calmar, encornet | calamar, calamares | calamaro | inktvis | lula | kalmar
trout | | Forelle | truite | trucha | trota | forel | truta | pstrąg
tuna | canned tuna, tinned tuna | Thunfisch | thon | atún | tonno | tonijn | atum | tuńczyk
`;

// Names of spices, oils, sauces, drinks and baked goods, in the columns of `VEGETABLES`

export const SPICES = `
allspice | ground allspice, allspice berry, pimento | Piment, Pimentkorn, Nelkenpfeffer | piment de la jamaïque, quatre-épices | pimienta de jamaica | pimento | piment | pimenta-da-jamaica | ziele angielskie
anise | aniseed, anise seed | Anis | anis | anís | anice | anijs | erva-doce, anis | anyż
bay leaf | bay leaves, bay | Lorbeerblatt, Lorbeerblätter, Lorbeer | feuille de laurier, feuilles de laurier, laurier | hoja de laurel, laurel | foglia di alloro, foglie di alloro, alloro | laurierblad, laurierblaadje, laurier | folha de louro, louro | liść laurowy, liście laurowe
black pepper | pepper, ground black pepper, ground pepper, freshly ground black pepper, freshly ground pepper, peppercorn, black peppercorn, cracked black pepper, white pepper | Pfeffer, schwarzer Pfeffer, Pfefferkörner, weißer Pfeffer | poivre, poivre noir, poivre du moulin, poivre moulu | pimienta, pimienta negra, pimienta negra molida, pimienta molida | pepe, pepe nero | peper, zwarte peper, versgemalen peper | pimenta, pimenta preta, pimenta-do-reino, pimenta do reino | pieprz, pieprz czarny, czarny pieprz, pieprzu
caraway | caraway seed | Kümmel | carvi, graine de carvi | alcaravea | cumino dei prati, carvi | karwij, karwijzaad | alcaravia | kminek
cardamom | ground cardamom, cardamom pod, green cardamom pod | Kardamom, Kardamomkapsel | cardamome | cardamomo | cardamomo | kardemom | cardamomo | kardamon
cayenne pepper | cayenne, ground cayenne pepper, cayenne powder | Cayennepfeffer | piment de cayenne, poivre de cayenne | cayena, pimienta de cayena | pepe di cayenna | cayennepeper | pimenta caiena | pieprz cayenne
chili flake | chilli flake, red pepper flake, crushed red pepper, crushed red pepper flake, red chili flake, dried chilli flake | Chiliflocken, Chiliflocke | flocon de piment, piment en flocons | copos de chile, chile en hojuelas | peperoncino in scaglie, fiocchi di peperoncino | chilivlokken | flocos de pimenta | płatki chili
chili powder | chilli powder, red chilli powder, chile powder, ground chili | Chilipulver | piment en poudre | chile en polvo | peperoncino in polvere | chilipoeder | pimenta em pó | chili w proszku, chili mielone
cinnamon | ground cinnamon, cinnamon stick, cinnamon powder | Zimt, Zimtstange, gemahlener Zimt | cannelle, bâton de cannelle, cannelle en poudre | canela, canela en polvo, canela molida, canela en rama, rama de canela | cannella, cannella in polvere, stecca di cannella | kaneel, kaneelstokje | canela, canela em pó, pau de canela | cynamon, laska cynamonu
clove | ground clove, whole clove | Nelke, Gewürznelke | clou de girofle, clous de girofle, girofle | clavo, clavo de olor | chiodo di garofano, chiodi di garofano | kruidnagel | cravo, cravinho, cravo-da-índia | goździk, goździki
coriander seed | ground coriander, coriander powder | Koriandersamen, gemahlener Koriander, Korianderpulver | graine de coriandre, coriandre en poudre, coriandre moulue | semilla de cilantro, cilantro molido | semi di coriandolo, coriandolo in polvere | korianderzaad, gemalen koriander, ketoembar | semente de coentro, coentro em pó | nasiona kolendry, kolendra mielona
cumin | ground cumin, cumin seed, cumin powder, jeera | Kreuzkümmel, Cumin, gemahlener Kreuzkümmel | cumin, cumin en poudre | comino, comino molido | cumino | komijn, komijnzaad, djinten | cominho, cominhos, cominho em pó | kmin rzymski, kumin
curry powder | curry, mild curry powder, madras curry powder | Curry, Currypulver | curry, curry en poudre, poudre de curry | curry, curry en polvo | curry | kerriepoeder, kerrie, currypoeder | caril, curry | curry
fennel seed | | Fenchelsamen | graine de fenouil | semilla de hinojo | seme di finocchio, semi di finocchio | venkelzaad | semente de funcho | nasiona kopru włoskiego
fenugreek | fenugreek seed, fenugreek leaf, kasuri methi | Bockshornklee | fenugrec | fenogreco, alholva | fieno greco | fenegriek | feno-grego | kozieradka
garam masala | | Garam Masala | garam masala | garam masala | garam masala | garam masala | garam masala | garam masala
garlic powder | granulated garlic | Knoblauchpulver | ail en poudre | ajo en polvo | aglio in polvere | knoflookpoeder | alho em pó | czosnek granulowany
ground ginger | powdered ginger, ginger powder, dried ginger | gemahlener Ingwer, Ingwerpulver | gingembre en poudre, gingembre moulu | jengibre en polvo, jengibre molido | zenzero in polvere | gemberpoeder | gengibre em pó | imbir mielony, mielony imbir
italian seasoning | italian herbs, mixed herbs, herbes de provence | italienische Kräuter, Kräuter der Provence | herbes de provence | hierbas provenzales | erbe provenzali | italiaanse kruiden, provençaalse kruiden | ervas de provença, ervas finas | zioła prowansalskie
mustard seed | | Senfkörner, Senfsaat | graine de moutarde | semilla de mostaza | seme di senape, semi di senape | mosterdzaad, mosterdzaadje | semente de mostarda | gorczyca
nutmeg | ground nutmeg, grated nutmeg | Muskatnuss, Muskat | noix de muscade, muscade | nuez moscada | noce moscata | nootmuskaat | noz-moscada, noz moscada | gałka muszkatołowa
onion powder | | Zwiebelpulver | oignon en poudre | cebolla en polvo | cipolla in polvere | uienpoeder | cebola em pó | cebula w proszku, cebula granulowana
paprika | sweet paprika, smoked paprika, paprika powder, hungarian paprika, hot paprika | Paprikapulver, Paprikapulver edelsüß, Paprika edelsüß | paprika | pimentón, pimentón dulce, pimentón de la vera | paprika, paprica | paprikapoeder | colorau, pimentão doce, páprica | papryka słodka, papryka mielona, słodka papryka, papryka wędzona
saffron | saffron thread | Safran, Safranfäden | safran | azafrán | zafferano | saffraan | açafrão | szafran
salt | table salt, kosher salt, sea salt, fine salt, fine sea salt, coarse salt, coarse kosher salt, flaky sea salt, flaky salt, kosher or sea salt | Salz, Meersalz | sel, sel fin, gros sel, fleur de sel | sal, sal marina, sal fina | sale, sale fino, sale grosso | zout, zeezout | sal, sal grosso, sal marinho | sól, soli
star anise | | Sternanis | anis étoilé, badiane | anís estrellado | anice stellato | steranijs | anis-estrelado | anyż gwiazdkowaty
turmeric | ground turmeric, turmeric powder | Kurkuma | curcuma | cúrcuma | curcuma | kurkuma, koenjit | açafrão-da-terra, cúrcuma | kurkuma
vanilla | vanilla bean, vanilla pod, vanilla bean paste | Vanilleschote, Vanille, Vanillemark | gousse de vanille, vanille | vaina de vainilla, vainilla | vaniglia, bacca di vaniglia, baccello di vaniglia | vanille, vanillestokje | baunilha, fava de baunilha | laska wanilii, wanilia
vanilla extract | pure vanilla extract, vanilla essence | Vanilleextrakt, Vanillearoma | extrait de vanille, arôme vanille | extracto de vainilla, esencia de vainilla | estratto di vaniglia, essenza di vaniglia | vanille-extract, vanille extract | extrato de baunilha, essência de baunilha | ekstrakt waniliowy, ekstrakt z wanilii, aromat waniliowy
`;
export const SAUCES = `
oil | vegetable oil, cooking oil, neutral oil, canola oil, rapeseed oil, sunflower oil, corn oil, peanut oil, grapeseed oil, frying oil | Öl, Pflanzenöl, Sonnenblumenöl, Rapsöl, Speiseöl, Bratöl | huile, huile végétale, huile de tournesol, huile neutre, huile de colza | aceite, aceite vegetal, aceite de girasol | olio, olio di semi, olio di semi di girasole | olie, zonnebloemolie, plantaardige olie | óleo, óleo vegetal, óleo de girassol | olej, olej roślinny, olej rzepakowy, oleju, olej słonecznikowy
olive oil | extra virgin olive oil, extra-virgin olive oil, virgin olive oil, light olive oil | Olivenöl, natives Olivenöl extra | huile d'olive, huile d'olive vierge extra | aceite de oliva, aceite de oliva virgen extra, aceite de oliva virgen, aove | olio d'oliva, olio extravergine d'oliva, olio extra vergine d'oliva, olio evo, olio di oliva, olio extravergine di oliva | olijfolie | azeite, azeite de oliva | oliwa, oliwa z oliwek, oliwy
coconut oil | virgin coconut oil | Kokosöl, Kokosfett | huile de coco, huile de noix de coco | aceite de coco | olio di cocco | kokosolie | óleo de coco | olej kokosowy
sesame oil | toasted sesame oil | Sesamöl, geröstetes Sesamöl | huile de sésame | aceite de sésamo | olio di sesamo | sesamolie | óleo de sésamo, óleo de gergelim | olej sezamowy
lard | | Schmalz, Schweineschmalz | saindoux | manteca de cerdo, manteca | strutto | reuzel | banha de porco, banha | smalec
shortening | vegetable shortening, crisco | Pflanzenfett | graisse végétale | manteca vegetal | grasso vegetale | plantaardig vet | gordura vegetal | tłuszcz roślinny
vinegar | white vinegar, distilled white vinegar, white wine vinegar, red wine vinegar, wine vinegar, rice vinegar, rice wine vinegar, sherry vinegar | Essig, Weißweinessig, Reisessig, Rotweinessig | vinaigre, vinaigre de vin, vinaigre blanc, vinaigre de riz | vinagre, vinagre de vino, vinagre blanco, vinagre de arroz | aceto, aceto di vino, aceto bianco | azijn, witte wijnazijn, rijstazijn, wijnazijn | vinagre, vinagre de vinho | ocet, ocet winny
apple cider vinegar | cider vinegar | Apfelessig | vinaigre de cidre | vinagre de manzana, vinagre de sidra | aceto di mele | appelazijn, appelciderazijn | vinagre de maçã, vinagre de sidra | ocet jabłkowy
balsamic vinegar | balsamic | Balsamico, Balsamicoessig | vinaigre balsamique | vinagre balsámico | aceto balsamico | balsamicoazijn, balsamico | vinagre balsâmico | ocet balsamiczny
soy sauce | light soy sauce, dark soy sauce, tamari, low sodium soy sauce, low-sodium soy sauce, shoyu | Sojasauce, Sojasoße | sauce soja, sauce soya | salsa de soja, salsa de soya | salsa di soia | sojasaus, ketjap | molho de soja, shoyu | sos sojowy
fish sauce | nam pla | Fischsauce | sauce poisson, nuoc-mâm | salsa de pescado | salsa di pesce | vissaus | molho de peixe | sos rybny
oyster sauce | | Austernsauce | sauce d'huître, sauce huître | salsa de ostras | salsa di ostriche | oestersaus | molho de ostra | sos ostrygowy
worcestershire sauce | worcester sauce | Worcestersauce, Worcestershiresauce | sauce worcestershire | salsa worcestershire, salsa inglesa | salsa worcester, salsa worcestershire | worcestersaus | molho inglês | sos worcestershire
hot sauce | tabasco, sriracha, hot pepper sauce | Tabasco, Chilisauce, Sriracha | tabasco, sauce piquante | salsa picante, tabasco | salsa piccante, tabasco | tabasco, sriracha, hete saus | molho de pimenta, piripíri | tabasco, ostry sos
ketchup | tomato ketchup, catsup | Ketchup, Tomatenketchup | ketchup | kétchup, ketchup | ketchup | ketchup, tomatenketchup | ketchup | ketchup, keczup
mayonnaise | mayo | Mayonnaise, Majonäse | mayonnaise | mayonesa | maionese | mayonaise | maionese | majonez
mustard | dijon mustard, yellow mustard, wholegrain mustard, whole-grain mustard, english mustard, dijon | Senf, Dijonsenf, mittelscharfer Senf | moutarde, moutarde de dijon, moutarde à l'ancienne | mostaza, mostaza de dijon | senape, senape di digione | mosterd, dijonmosterd | mostarda, mostarda de dijon | musztarda, musztarda dijon
peanut butter | creamy peanut butter, smooth peanut butter, crunchy peanut butter | Erdnussbutter, Erdnussmus | beurre de cacahuète, beurre de cacahuètes | mantequilla de cacahuete, crema de cacahuete, mantequilla de maní | burro di arachidi, burro d'arachidi | pindakaas | manteiga de amendoim | masło orzechowe
almond butter | | Mandelmus | purée d'amande, purée d'amandes | crema de almendras | crema di mandorle, burro di mandorle | amandelpasta | manteiga de amêndoa | masło migdałowe
tahini | tahina, sesame paste | Tahin, Tahini, Sesammus | tahini, tahin, purée de sésame | tahini, tahín | tahina, tahin | tahin | tahine, tahini | tahini, pasta tahini, tahina
salsa | tomato salsa, salsa verde | Salsa
pesto | basil pesto | Pesto | pesto | pesto | pesto | pesto | pesto | pesto
jam | fruit jam, strawberry jam, raspberry jam, apricot jam, preserves, marmalade | Marmelade, Konfitüre, Aprikosenmarmelade | confiture | mermelada | marmellata, confettura | jam | geleia, compota, doce de fruta | dżem, konfitura
applesauce | apple sauce, unsweetened applesauce, apple purée | Apfelmus | compote de pommes, compote de pomme | puré de manzana, compota de manzana | purea di mele | appelmoes | purê de maçã, puré de maçã | mus jabłkowy
olive | black olive, green olive, kalamata olive | Olive, schwarze Olive, grüne Olive | olive, olive noire | aceituna, aceituna negra, oliva | oliva, olive, oliva nera | olijf, olijven | azeitona | oliwka, oliwki
caper | | Kaper | câpre | alcaparra | cappero | kappertje, kapper | alcaparra | kapar, kapary
pickle | gherkin, dill pickle, cornichon | Gewürzgurke, Essiggurke, saure Gurke | cornichon | pepinillo | cetriolino, cetriolino sottaceto | augurk | pepino em conserva, picles | ogórek kiszony, ogórek konserwowy, ogórki kiszone
sauerkraut | | Sauerkraut | choucroute | chucrut | crauti | zuurkool | chucrute | kapusta kiszona
miso | miso paste, white miso | Miso, Misopaste | miso, pâte miso | miso, pasta de miso | miso | miso, misopasta | miso, pasta de missô | pasta miso, miso
stock | broth, bouillon, meat stock, chicken stock, chicken broth, low-sodium chicken broth, hot chicken stock, chicken bouillon | Brühe, Fond, Hühnerbrühe, Geflügelfond | bouillon, bouillon de volaille, bouillon de poule, fond de volaille | caldo, caldo de pollo | brodo, brodo di pollo, brodo di carne | bouillon, kippenbouillon | caldo, caldo de galinha, caldo de frango | bulion, rosół, bulion drobiowy
vegetable stock | vegetable broth, vegetable bouillon, hot vegetable stock | Gemüsebrühe, Gemüsefond | bouillon de légumes | caldo de verduras, caldo vegetal | brodo vegetale | groentebouillon | caldo de legumes | bulion warzywny
beef stock | beef broth, beef bouillon | Rinderbrühe, Rinderfond, Fleischbrühe | bouillon de bœuf, fond de veau, bouillon de boeuf | caldo de carne, caldo de res | brodo di manzo | runderbouillon | caldo de carne | bulion wołowy
stock cube | bouillon cube, vegetable stock cube, chicken stock cube | Brühwürfel, Gemüsebrühwürfel | cube de bouillon, bouillon cube | pastilla de caldo, cubito de caldo | dado, dado da brodo, dado vegetale | bouillonblokje | cubo de caldo | kostka rosołowa, kostka bulionowa
`;
export const DRINKS = `
water | cold water, warm water, lukewarm water, hot water, boiling water, ice water, tap water, tepid water, iced water | Wasser, warmes Wasser, lauwarmes Wasser, kaltes Wasser, heißes Wasser, kochendes Wasser | eau, eau tiède, eau froide, eau chaude, eau bouillante | agua, agua tibia, agua fría, agua caliente, agua hirviendo | acqua, acqua tiepida, acqua fredda, acqua calda | water, lauw water, koud water, warm water, kokend water | água, água morna, água fria, água quente | woda, wody, ciepła woda, zimna woda, wrzątek
white wine | dry white wine | Weißwein, trockener Weißwein | vin blanc, vin blanc sec | vino blanco | vino bianco, vino bianco secco | witte wijn | vinho branco | wino białe, białe wino, białe wytrawne wino
red wine | dry red wine | Rotwein, trockener Rotwein | vin rouge | vino tinto | vino rosso | rode wijn | vinho tinto | wino czerwone, czerwone wino
beer | lager, stout, ale | Bier | bière | cerveza | birra | bier | cerveja | piwo
coffee | brewed coffee, espresso, strong coffee, instant coffee | Kaffee, Espresso | café, expresso | café | caffè | koffie, espresso | café | kawa
tea | black tea, green tea | Tee, Schwarztee | thé | té | tè | thee | chá | herbata
rum | dark rum, white rum | Rum | rhum | ron | rum | rum | rum | rum
brandy | cognac | Weinbrand, Cognac | cognac, eau-de-vie | brandy, coñac | brandy, cognac | brandy, cognac | conhaque, aguardente | brandy, koniak
apple juice | apple cider | Apfelsaft | jus de pomme, cidre | zumo de manzana | succo di mela | appelsap | sumo de maçã, suco de maçã | sok jabłkowy
soy milk | unsweetened soy milk | Sojamilch, Sojadrink | lait de soja, boisson au soja | leche de soja, bebida de soja | latte di soia, bevanda di soia | sojamelk, sojadrink | leite de soja, bebida de soja | mleko sojowe
almond milk | unsweetened almond milk | Mandelmilch, Mandeldrink | lait d'amande, lait d'amandes | leche de almendras, leche de almendra, bebida de almendra | latte di mandorla, latte di mandorle | amandelmelk, amandeldrink | leite de amêndoa, leite de amêndoas | mleko migdałowe
oat milk | | Hafermilch, Haferdrink | lait d'avoine, boisson à l'avoine | leche de avena, bebida de avena | latte d'avena | havermelk, haverdrink | leite de aveia, bebida de aveia | mleko owsiane
`;
export const BAKERY = `
bread | white bread, loaf of bread, bread slice, slice of bread, sandwich bread, country bread, sourdough bread | Brot, Weißbrot, Bauernbrot | pain, pain de mie, pain de campagne | pan, pan de molde | pane, pane casereccio | brood, witbrood | pão, pão de forma | chleb, chleba
baguette | french bread | Baguette | baguette | baguette, barra de pan | baguette | stokbrood | baguete, pão francês | bagietka
bread roll | roll, bun, burger bun, hamburger bun, brioche bun | Brötchen, Semmel, Burgerbrötchen | petit pain, pain à burger | panecillo, pan de hamburguesa | panino, panino da hamburger | broodje, hamburgerbroodje | pãozinho, pão de hambúrguer | bułka
tortilla | flour tortilla, corn tortilla, wrap | Tortilla, Weizentortilla, Wrap | tortilla, galette de blé | tortilla, tortilla de maíz, tortilla de trigo | tortilla, piadina | tortilla, wrap, tortillawrap | tortilha, tortilla | tortilla
pita bread | pita, pitta bread, pitta, naan, naan bread, flatbread | Fladenbrot, Pitabrot, Naan | pain pita, pita, naan | pan de pita, pan pita | pita, pane pita | pitabrood, pitabroodje, naanbrood | pão pita, pão sírio | chlebek pita, pita
puff pastry | puff pastry sheet, frozen puff pastry | Blätterteig | pâte feuilletée | hojaldre, masa de hojaldre | pasta sfoglia | bladerdeeg | massa folhada | ciasto francuskie
shortcrust pastry | pie crust, pie dough, pastry dough, shortcrust, filo pastry, phyllo dough | Mürbeteig, Filoteig | pâte brisée, pâte sablée | masa quebrada, pasta brisa | pasta frolla, pasta brisée | kruimeldeeg, filodeeg | massa quebrada, massa areada | ciasto kruche
graham cracker | graham cracker crumb, digestive biscuit, graham crackers | Butterkeks, Vollkornkeks | biscuit digestive, petit-beurre | galleta maría, galleta | biscotto digestive, biscotto secco | digestive biscuit, volkorenbiscuit | bolacha maria, biscoito maizena | herbatnik, herbatniki
`;
export const FROZEN = `
frozen pea | | TK-Erbsen, gefrorene Erbsen, tiefgekühlte Erbsen | petits pois surgelés, pois surgelés | guisantes congelados | piselli surgelati | diepvrieserwt, diepvrieserwten, diepvriesdoperwten | ervilhas congeladas | mrożony groszek, groszek mrożony
frozen spinach | frozen chopped spinach, frozen leaf spinach | TK-Spinat, gefrorener Spinat, TK-Blattspinat, tiefgekühlter Spinat | épinards surgelés | espinacas congeladas | spinaci surgelati | diepvriesspinazie | espinafres congelados | mrożony szpinak, szpinak mrożony
frozen berry | frozen mixed berries, frozen mixed berry, mixed berry | TK-Beeren, Beerenmischung, gefrorene Beeren | fruits rouges surgelés, fruits rouges | frutos rojos congelados, frutos rojos | frutti di bosco surgelati, frutti di bosco | diepvriesfruit, rood fruit | frutos vermelhos congelados, frutos vermelhos | mrożone owoce leśne, owoce leśne
ice cream | vanilla ice cream | Vanilleeis, Speiseeis, Eiscreme | glace, glace à la vanille | helado, helado de vainilla | gelato | ijs, vanille-ijs, roomijs | gelado, sorvete | lody, lody waniliowe
ice | ice cube, crushed ice | Eiswürfel, Eis | glaçon | hielo, cubito de hielo | ghiaccio, cubetto di ghiaccio | ijsblokje | gelo, cubo de gelo | lód, kostka lodu, kostki lodu
`;

// Names of vegetables, mushrooms, herbs and salads. The columns are the key in English, then names in English, German, French, Spanish, Italian, Dutch, Portuguese and Polish. Commas separate names; regular plurals need no entry

export const VEGETABLES = `
artichoke | globe artichoke, artichoke heart | Artischocke, Artischockenherz | artichaut | alcachofa | carciofo, carciofi | artisjok | alcachofra | karczoch
arugula | rocket, roquette, rucola | Rucola, Rauke | roquette | rúcula | rucola, rughetta | rucola | rúcula | rukola
asparagus | asparagus spear | Spargel | asperge | espárrago, espárrago triguero | asparago, asparagi | asperge | aspargo, espargo | szparag
avocado | | Avocado | avocat | aguacate, palta | avocado | avocado | abacate | awokado
bamboo shoot | | Bambussprosse | pousse de bambou | brote de bambú | germoglio di bambù, germogli di bambù | bamboescheut | broto de bambu | pęd bambusa
basil | basil leaf, basil leaves, sweet basil | Basilikum, Basilikumblatt, Basilikumblätter | basilic | albahaca | basilico | basilicum | manjericão | bazylia
bean sprout | beansprout, mung bean sprout | Sojasprosse, Mungbohnensprosse | germe de soja | brote de soja | germoglio di soia, germogli di soia | taugé | broto de feijão | kiełki fasoli mung
beet | beetroot | Rote Bete, Rote Beete, Rote Rübe, Rande | betterave | remolacha | barbabietola | rode biet | beterraba | burak, buraki, burak ćwikłowy
bell pepper | capsicum, sweet pepper, red bell pepper, green bell pepper, yellow bell pepper, red pepper, green pepper, yellow pepper, orange pepper | Paprika, Paprikaschote, Paprikaschoten | poivron | pimiento, pimiento rojo, pimiento verde, pimentón rojo | peperone, peperoni | paprika | pimentão, pimento | papryka, papryka czerwona, papryka żółta
bok choy | pak choi, pak choy | Pak Choi | pak choï | pak choi | pak choi | paksoi | pak choi, acelga chinesa | pak choi
broad bean | fava bean, fava | Dicke Bohne, Saubohne, Ackerbohne | fève | haba | fava | tuinboon, tuinbonen | fava | bób, bobu
broccoli | broccoli floret | Brokkoli, Broccoli | brocoli | brócoli, brécol | broccolo, broccoli | broccoli | brócolis, brócolo | brokuł, brokuły
brussels sprout | sprout | Rosenkohl | chou de bruxelles | col de bruselas | cavoletto di bruxelles, cavoletti di bruxelles | spruit, spruitje | couve de bruxelas | brukselka
butternut squash | butternut, butternut pumpkin | Butternutkürbis, Butternut | courge butternut, butternut | calabaza cacahuete | zucca butternut | flespompoen | abóbora manteiga | dynia piżmowa
cabbage | white cabbage, green cabbage | Weißkohl, Kohl, Weißkraut, Kraut | chou, chou blanc | repollo, col, berza | cavolo, cavolo cappuccio, verza | kool, witte kool | repolho, couve | kapusta, kapusta biała
carrot | baby carrot | Karotte, Möhre, Mohrrübe, Rüebli | carotte | zanahoria | carota | wortel, winterwortel, peen | cenoura | marchew, marchewka
cauliflower | cauliflower floret | Blumenkohl, Karfiol | chou-fleur, choux-fleurs | coliflor | cavolfiore | bloemkool | couve-flor | kalafior
celeriac | celery root | Knollensellerie, Sellerieknolle, Sellerie | céleri-rave, celeri rave | apionabo | sedano rapa | knolselderij | aipo-rábano | seler, seler korzeniowy
celery | celery stalk, celery stick, celery rib, celery stem | Staudensellerie, Stangensellerie, Selleriestange | céleri, céleri branche, branche de céleri | apio | sedano, costa di sedano | bleekselderij, selderij | aipo, salsão | seler naciowy
chard | swiss chard, silverbeet, rainbow chard | Mangold | blette, bette | acelga | bietola, bieta | snijbiet | acelga | boćwina
chicory | endive, belgian endive | Chicorée | endive | endibia | indivia belga, cicoria | witlof | endívia | cykoria
chili | chilli, chile, chili pepper, chilli pepper, chile pepper, red chili, red chilli, green chili, green chilli, hot pepper, jalapeño, jalapeno, jalapeno pepper, serrano pepper, bird's eye chili | Chili, Chilischote, Chilischoten, Peperoni | piment | chile, ají, guindilla | peperoncino | chilipeper, rode peper, peper rood | pimenta malagueta, malagueta, piripiri | papryczka chili, chili
chinese cabbage | napa cabbage, chinese leaf, chinese leaves | Chinakohl | chou chinois | col china | cavolo cinese | chinese kool | couve chinesa, acelga japonesa | kapusta pekińska
chive | | Schnittlauch | ciboulette | cebollino | erba cipollina | bieslook | cebolinho | szczypiorek
cilantro | coriander leaf, coriander leaves, fresh coriander, coriander, chinese parsley | Koriander, Koriandergrün, Korianderblätter | coriandre | cilantro, coriandro | coriandolo | koriander | coentro | kolendra
corn | sweetcorn, sweet corn, maize, corn kernel, corn cob, corn on the cob | Mais, Zuckermais, Maiskolben | maïs | maíz, choclo, elote | mais | mais, maïs | milho | kukurydza
cucumber | english cucumber, persian cucumber | Gurke, Salatgurke, Schlangengurke | concombre | pepino | cetriolo | komkommer | pepino | ogórek, ogórki
dill | dill weed, dillweed | Dill | aneth | eneldo | aneto | dille | endro, aneto | koper, koperek
eggplant | aubergine, brinjal | Aubergine, Melanzani | aubergine | berenjena | melanzana | aubergine | berinjela, beringela | bakłażan, oberżyna
fennel | fennel bulb | Fenchel, Fenchelknolle | fenouil | hinojo | finocchio | venkel | funcho | fenkuł, koper włoski
garlic | garlic clove, clove of garlic, clove garlic | Knoblauch, Knoblauchzehe | ail, gousse d'ail | ajo, diente de ajo | aglio, spicchio d'aglio | knoflook, knoflookteen, teentje knoflook | alho, dente de alho | czosnek, ząbek czosnku
ginger | fresh ginger, ginger root, root ginger, gingerroot | Ingwer, Ingwerwurzel | gingembre | jengibre | zenzero | gember | gengibre | imbir
green bean | string bean, french bean, runner bean, haricot vert | grüne Bohne, Buschbohne, Brechbohne, Fisole | haricot vert | judía verde, ejote, vaina | fagiolino | sperzieboon, sperziebonen, haricots verts | vagem, feijão verde | fasolka szparagowa
horseradish | | Meerrettich, Kren | raifort | rábano picante | rafano, cren | mierikswortel | raiz-forte | chrzan
kale | curly kale, cavolo nero, lacinato kale, tuscan kale | Grünkohl | chou frisé, kale | kale, col rizada | cavolo nero | boerenkool | couve galega | jarmuż
kohlrabi | | Kohlrabi | chou-rave | colinabo | cavolo rapa | koolrabi | couve-rábano | kalarepa
leek | | Lauch, Porree, Lauchstange, Stange Lauch | poireau | puerro | porro | prei | alho-poró, alho-francês, alho poró, alho francês | por, pory
lemongrass | lemon grass | Zitronengras | citronnelle | hierba limón, citronela | citronella | citroengras, sereh | capim-limão | trawa cytrynowa
lettuce | iceberg lettuce, romaine, romaine lettuce, cos lettuce, butter lettuce, little gem | Kopfsalat, Eisbergsalat, Salat, Römersalat | laitue, salade | lechuga | lattuga, insalata | sla, kropsla, ijsbergsla | alface | sałata
marjoram | | Majoran | marjolaine | mejorana | maggiorana | marjolein | manjerona | majeranek
mint | mint leaf, mint leaves, peppermint, spearmint | Minze, Pfefferminze, Minzblätter | menthe | menta, hierbabuena | menta | munt | hortelã, menta | mięta
mushroom | button mushroom, white mushroom, chestnut mushroom, cremini mushroom, cremini, crimini mushroom, champignon, portobello mushroom | Champignon, Pilz | champignon, champignon de paris | champiñón, champiñones, seta, hongo | fungo, funghi, champignon | champignon, paddenstoel | cogumelo, champignon | pieczarka, grzyb
okra | lady's finger | Okra, Okraschote | gombo | okra, quimbombó | okra | okra | quiabo | okra
onion | yellow onion, white onion, brown onion, spanish onion | Zwiebel, Gemüsezwiebel, Küchenzwiebel | oignon | cebolla | cipolla | ui, uien | cebola | cebula
oregano | | Oregano | origan | orégano | origano | oregano | orégano, oregãos | oregano
parsley | flat-leaf parsley, flat leaf parsley, italian parsley, curly parsley, parsley leaf | Petersilie, Petersilienblätter | persil | perejil | prezzemolo | peterselie | salsa, salsinha | pietruszka, natka pietruszki
parsnip | | Pastinake | panais | chirivía | pastinaca | pastinaak | pastinaca, cherovia | pasternak
pea | green pea, garden pea, petits pois, petit pois | Erbse | petit pois, petits pois, pois | guisante, arveja, chícharo | pisello | erwt, doperwt | ervilha | groszek, groch
potato | floury potato, waxy potato, new potato, russet potato, yukon gold potato, maris piper potato | Kartoffel, Erdapfel, Erdäpfel | pomme de terre, pommes de terre | patata, papa | patata | aardappel, aardappelen | batata | ziemniak, kartofel
pumpkin | | Kürbis, Hokkaido, Hokkaidokürbis | potiron, citrouille, courge | calabaza, zapallo | zucca | pompoen | abóbora | dynia
radish | | Radieschen, Rettich | radis | rábano, rabanito | ravanello | radijs | rabanete | rzodkiewka
red cabbage | | Rotkohl, Blaukraut, Rotkraut | chou rouge | col lombarda, lombarda | cavolo rosso | rode kool | repolho roxo | kapusta czerwona
red onion | spanish red onion | rote Zwiebel | oignon rouge | cebolla morada, cebolla roja | cipolla rossa | rode ui, rode uien | cebola roxa | cebula czerwona
rosemary | rosemary sprig, rosemary leaf | Rosmarin, Rosmarinzweig | romarin | romero | rosmarino | rozemarijn | alecrim | rozmaryn
rutabaga | swede | Steckrübe, Kohlrübe | rutabaga | nabo sueco | rutabaga | koolraap | rutabaga | brukiew
sage | sage leaf, sage leaves | Salbei, Salbeiblätter | sauge | salvia | salvia | salie | sálvia | szałwia
savoy cabbage | | Wirsing | chou vert, chou de milan | col rizada de milán | verza | savooiekool | couve lombarda | kapusta włoska
scallion | spring onion, green onion, salad onion | Frühlingszwiebel, Lauchzwiebel | oignon nouveau, oignon vert, cébette, ciboule | cebolleta, cebolla de verdeo, cebollín, cebolla tierna | cipollotto, cipolline | lente-ui, lente-uitje, bosui, lenteui | cebolinha | dymka, cebulka dymka, szczypior
shallot | banana shallot | Schalotte | échalote | chalota, chalote, escalonia | scalogno | sjalot, sjalotje | chalota | szalotka
snow pea | mangetout, mange tout, sugar snap pea, sugar snap | Zuckerschote, Zuckererbse | pois gourmand | tirabeque | taccola | peultjes, peul | ervilha torta | groszek cukrowy
sorrel | | Sauerampfer | oseille | acedera | acetosa | zuring | azeda | szczaw
spinach | baby spinach, leaf spinach, spinach leaf | Spinat, Blattspinat, Babyspinat | épinard, épinards | espinaca | spinacio, spinaci | spinazie | espinafre | szpinak
sweet potato | yam, kumara | Süßkartoffel, Batate | patate douce | boniato, camote, batata | patata dolce | zoete aardappel | batata-doce, batata doce | batat
tarragon | | Estragon | estragon | estragón | dragoncello | dragon | estragão | estragon
thyme | thyme sprig, thyme leaf, thyme leaves | Thymian, Thymianzweig | thym | tomillo | timo | tijm | tomilho | tymianek
tomato | plum tomato, vine tomato, roma tomato, beefsteak tomato | Tomate, Paradeiser, Strauchtomate | tomate | tomate, jitomate | pomodoro | tomaat, tomaten | tomate | pomidor
cherry tomato | grape tomato | Kirschtomate, Cherrytomate, Cocktailtomate | tomate cerise, tomates cerises | tomate cherry, tomates cherry | pomodorino, ciliegino | cherrytomaat, cherrytomaten | tomate cereja, tomate-cereja | pomidorek koktajlowy, pomidory koktajlowe, pomidorki koktajlowe
turnip | | Mairübe, weiße Rübe, Speiserübe | navet | nabo | rapa | raapje, raap, meiraap | nabo | rzepa
watercress | cress | Brunnenkresse, Kresse | cresson | berro | crescione | waterkers | agrião | rukiew wodna, rzeżucha
zucchini | courgette | Zucchini, Zucchetti | courgette | calabacín, calabacines | zucchina, zucchine, zucchino | courgette | abobrinha, curgete, courgette | cukinia
`;
