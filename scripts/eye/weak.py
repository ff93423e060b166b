import re
FIX = {'Faces':'man face','Leopards':'leopard','Motorbikes':'motorcycle','airplanes':'airplane','binocular':'pair of binoculars','buddha':'buddha statue','car_side':'car','cellphone':'cell phone','cougar_body':'cougar','cougar_face':'cougar','crocodile_head':'crocodile','flamingo_head':'flamingo','headphone':'pair of headphones','inline_skate':'roller skate','hawksbill':'sea turtle','ketch':'sailboat','schooner':'sailing ship','rhino':'rhinoceros','windsor_chair':'wooden chair','water_lilly':'water lily','sea_horse':'seahorse','wild_cat':'wild cat','euphonium':'brass horn','ewer':'jug','gerenuk':'antelope','bass':'fish','brontosaurus':'dinosaur','stegosaurus':'dinosaur','emu':'emu bird','ibis':'ibis bird','revolver':'gun','dalmatian':'dalmatian dog'}
SKIP = {'garfield','snoopy','yin_yang','brain','trilobite','tick'}
def an(x): return ("an " if x[0] in "aeiou" else "a ") + x
def weak(key):
    """Plain sentences for a picture that has one label."""
    a, b = key.split("/")[:2]
    if a == "cal101":
        x = FIX.get(b, b.replace("_", " "))
        return [] if b in SKIP else [an(x), "a close up of " + an(x)]
    x = re.sub(r"[-_]", " ", b).lower()
    if a == "clothing":
        x = {"pants": "pair of pants", "shoes": "pair of shoes", "shorts": "pair of shorts", "longsleeve": "long sleeve shirt", "t shirt": "tshirt"}.get(x, x)
        return [an(x), "a close up of " + an(x)]
    if a == "magento":
        x = {"trousers": "pair of pants", "shorts": "pair of shorts", "t shirt": "tshirt"}.get(x, x)
        return ["a person wearing " + an(x)] if x not in ("bag", "watch") else [an(x) + " on a white background", "a close up of " + an(x)]
    if a == "flowers": return ["a close up of " + an(x.rstrip("s")) + " flower", an(x.rstrip("s")) + " flower"]
    if a == "ffml": return ["a plate of " + x, "a close up of " + x + " on a plate"]
    if a == "grocery": return ["a pile of " + x, "a close up of " + x + " in a store"]
    if a == "landmark":  # never by their own names: those are then said of every castle and bridge
        kind = next((k for k in ("bridge", "castle", "temple", "abbey", "church", "cathedral", "tower", "palace", "mosque", "canyon", "glacier", "volcano", "beach", "falls", "stadium", "monument", "memorial", "basilica") if k in x.split()), None)
        kind = {"falls": "waterfall", "abbey": "church", "basilica": "church", "memorial": "monument"}.get(kind, kind)
        return ["a view of " + an(kind), an(kind)] if kind else []
    return []

