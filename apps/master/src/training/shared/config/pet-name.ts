const moods = `amazing balanced brave bright calm careful cheerful clever curious daring eager earnest fair famous fleet
fond gentle glad grand honest humble jolly keen kind lively loyal lucky mellow merry modest neat noble patient polite
proud quick quiet ready sharp shy smart steady subtle sunny super swift tidy tough upbeat vivid warm wise witty worthy`;
const looks = `amber ashen blue bronze coral crimson dappled dark dusky frosty golden green hazel indigo ivory jade
lilac maroon misty olive opal pale pearly plum purple red rosy ruby rusty sandy scarlet shiny silver snowy spotted
striped tawny teal umber velvet violet white woolly yellow`;
const animals = `badger beaver bison bobcat buzzard camel caribou condor cougar crane dolphin eagle falcon ferret finch
gazelle gecko gopher heron husky ibex impala jackal jaguar kestrel koala lemur leopard lizard llama lobster lynx
magpie marmot marten mole moose narwhal newt ocelot otter panda panther penguin puffin quail rabbit raven robin salmon
seal sparrow starling stoat swan tapir tiger toucan turtle viper walrus weasel wombat yak zebra`;

const words = [moods, looks, animals].map((text) => text.split(/\s+/));

/** Three words to know an experiment by that its owner did not name. `random` answers numbers from 0 up to, not including, 1. */
export function petName(random: () => number): string {
  return words.map((list) => list[Math.floor(random() * list.length)]).join('-');
}
