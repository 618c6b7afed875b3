/** Names of meat, fish and their substitutes, in the columns of `VEGETABLES`. */
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
