/**
 * Names of vegetables, mushrooms, herbs and salads. The columns are the key in English, then names in English, German, French,
 * Spanish, Italian, Dutch, Portuguese and Polish. Commas separate names; regular plurals need no entry.
 */
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
