/** Densities of foods. */
import { AISLES, type CanonicalFood } from './foods.ts';

// Weights of one US cup (236.588 ml) of foods in grams, as sold or as commonly prepared (nuts and vegetables chopped, cheese grated). Sources: KA is King Arthur Baking's ingredient weight chart; USDA are the household weights of USDA FoodData Central (SR Legacy), where a spoon was stated multiplied to a cup. A liquid is measured by volume everywhere. What is weighed in the United States too stays a weight there, as does produce

export const DENSITIES = `
flour | 120 | KA
bread flour | 120 | KA
cake flour | 120 | KA
self-raising flour | 113 | KA
whole wheat flour | 113 | KA
rye flour | 102 | USDA
spelt flour | 99 | KA
buckwheat flour | 120 | KA
rice flour | 142 | KA
chickpea flour | 85 | KA
coconut flour | 128 | KA
oat flour | 92 | KA
cornmeal | 138 | KA
cornstarch | 112 | KA
potato starch | 152 | KA
tapioca starch | 113 | KA
semolina | 163 | KA
ground almond | 96 | KA
oat | 89 | KA
sugar | 198 | KA
brown sugar | 213 | KA
powdered sugar | 113 | KA
honey | 336 | KA
maple syrup | 312 | KA | liquid
corn syrup | 312 | KA | liquid
agave syrup | 336 | KA | liquid
molasses | 340 | KA
butter | 226 | KA
margarine | 226 | KA
shortening | 184 | KA
lard | 226 | KA | weighed
coconut oil | 218 | USDA | liquid
oil | 218 | USDA | liquid
olive oil | 216 | USDA | liquid
baking powder | 192 | KA
baking soda | 220 | USDA
salt | 288 | KA
yeast | 149 | KA
vanilla extract | 224 | KA | liquid
cocoa powder | 84 | KA
chocolate chip | 170 | KA
chocolate | 170 | KA | weighed
graham cracker | 99 | KA | weighed
panko | 50 | KA
almond | 142 | KA
sliced almond | 86 | KA
cashew | 113 | KA
hazelnut | 142 | KA
macadamia | 149 | KA
peanut | 142 | KA
pecan | 113 | KA
pine nut | 142 | KA
pistachio | 120 | KA
walnut | 113 | KA
peanut butter | 270 | KA
tahini | 256 | KA
coconut | 85 | KA
raisin | 149 | KA
currant | 142 | KA
dried cranberry | 114 | KA
date | 149 | KA
fig | 149 | KA
poppy seed | 144 | KA
sesame seed | 142 | KA
sunflower seed | 140 | KA
flaxseed | 140 | KA
pumpkin seed | 129 | USDA
mascarpone | 227 | KA | weighed
cheddar | 113 | KA | weighed
cottage cheese | 226 | KA
milk | 244 | USDA | liquid
buttermilk | 245 | USDA | liquid
cream | 238 | USDA | liquid
sour cream | 230 | USDA
yogurt | 245 | USDA
cream cheese | 232 | USDA | weighed
ricotta | 246 | USDA
feta | 150 | USDA | weighed
parmesan | 100 | USDA
mozzarella | 112 | USDA | weighed
gruyère | 108 | USDA | weighed
evaporated milk | 252 | USDA | liquid
condensed milk | 306 | USDA
milk powder | 120 | USDA
ghee | 205 | USDA
egg white | 243 | USDA | weighed
egg yolk | 243 | USDA | weighed
coconut milk | 226 | USDA | liquid
water | 237 | USDA | liquid
soy milk | 243 | USDA | liquid
almond milk | 240 | USDA | liquid
rice | 185 | USDA
brown rice | 185 | USDA
couscous | 173 | USDA
bulgur | 140 | USDA
quinoa | 170 | USDA
millet | 200 | USDA
buckwheat | 164 | USDA
barley | 200 | USDA
pasta | 105 | USDA | weighed
breadcrumb | 108 | USDA
lentil | 192 | USDA
red lentil | 192 | USDA
chickpea | 200 | USDA
kidney bean | 184 | USDA
black bean | 194 | USDA
white bean | 202 | USDA
split pea | 197 | USDA
tofu | 252 | USDA | weighed
ketchup | 240 | USDA
mayonnaise | 220 | USDA
mustard | 249 | USDA
soy sauce | 255 | USDA | liquid
fish sauce | 288 | USDA | liquid
worcestershire sauce | 275 | USDA | liquid
vinegar | 238 | USDA | liquid
apple cider vinegar | 239 | USDA | liquid
balsamic vinegar | 255 | USDA | liquid
sesame oil | 218 | USDA | liquid
tomato sauce | 245 | USDA | liquid
tomato paste | 262 | USDA
crushed tomato | 242 | USDA
applesauce | 244 | USDA
jam | 320 | USDA
olive | 134 | USDA
caper | 137 | USDA
sauerkraut | 142 | USDA
stock | 240 | USDA | liquid
vegetable stock | 240 | USDA | liquid
beef stock | 240 | USDA | liquid
lemon juice | 244 | USDA | liquid
lime juice | 242 | USDA | liquid
orange juice | 248 | USDA | liquid
apple juice | 248 | USDA | liquid
white wine | 235 | USDA | liquid
red wine | 235 | USDA | liquid
beer | 237 | USDA | liquid
coffee | 237 | USDA | liquid
rum | 222 | USDA | liquid
brandy | 222 | USDA | liquid
onion | 160 | USDA
red onion | 160 | USDA
shallot | 160 | USDA
scallion | 100 | USDA
leek | 89 | USDA
garlic | 136 | USDA
ginger | 96 | USDA
carrot | 128 | USDA
celery | 101 | USDA
potato | 150 | USDA
sweet potato | 133 | USDA
bell pepper | 149 | USDA
tomato | 180 | USDA
cherry tomato | 149 | USDA
cucumber | 104 | USDA
zucchini | 124 | USDA
eggplant | 82 | USDA
mushroom | 70 | USDA
spinach | 30 | USDA
kale | 21 | USDA
arugula | 20 | USDA
lettuce | 36 | USDA
cabbage | 89 | USDA
red cabbage | 89 | USDA
cauliflower | 107 | USDA
broccoli | 91 | USDA
green bean | 100 | USDA
asparagus | 134 | USDA
corn | 145 | USDA
pea | 145 | USDA
frozen pea | 134 | USDA
snow pea | 98 | USDA
bean sprout | 104 | USDA
pumpkin | 116 | USDA
butternut squash | 140 | USDA
beet | 136 | USDA
turnip | 130 | USDA
parsnip | 133 | USDA
fennel | 87 | USDA
brussels sprout | 88 | USDA
parsley | 60 | USDA
cilantro | 16 | USDA
basil | 24 | USDA
chive | 48 | USDA
apple | 125 | USDA
apricot | 165 | USDA
avocado | 150 | USDA
banana | 150 | USDA
blackberry | 144 | USDA
blueberry | 148 | USDA
cherry | 154 | USDA
cranberry | 100 | USDA
grape | 151 | USDA
kiwi | 180 | USDA
mango | 165 | USDA
melon | 160 | USDA
orange | 180 | USDA
peach | 154 | USDA
pear | 140 | USDA
pineapple | 165 | USDA
plum | 165 | USDA
pomegranate | 174 | USDA
prune | 174 | USDA
raspberry | 123 | USDA
rhubarb | 122 | USDA
strawberry | 152 | USDA
watermelon | 152 | USDA
ice cream | 132 | USDA
black pepper | 110 | USDA
cinnamon | 125 | USDA
paprika | 110 | USDA
chili powder | 130 | USDA
cumin | 101 | USDA
curry powder | 96 | USDA
turmeric | 144 | USDA
ground ginger | 86 | USDA
nutmeg | 106 | USDA
allspice | 91 | USDA
cardamom | 96 | USDA
coriander seed | 80 | USDA
garlic powder | 149 | USDA
onion powder | 115 | USDA
`;

// Tells how much a volume of a known food weighs

export interface Density {
  gramsPerMl: number;
  isLiquid: boolean;
  /** Recipes in US units state a weight as well. */
  isWeighedInUs: boolean;
}

const US_CUP_ML = 236.588;

const densities = new Map(
  DENSITIES.trim()
    .split('\n')
    .map((row): [string, Density] => {
      const [key, grams, , kind] = row.split(' | ');
      return [
        key!,
        {
          gramsPerMl: Number(grams) / US_CUP_ML,
          isLiquid: kind === 'liquid',
          isWeighedInUs: kind === 'weighed' || AISLES.get(key!) === 'produce',
        },
      ];
    }),
);

/** Returns null unless the name says exactly one known food. */
export const densityOf = ({ key, isExact }: CanonicalFood): Density | null => (isExact && densities.get(key)) || null;
