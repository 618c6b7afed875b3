/** Names of spices, oils, sauces, drinks and baked goods, in the columns of `VEGETABLES`. */
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
