"""Top-level domains, by which a word with a dot is recognized as an address."""

# Country-code domains.
_COUNTRIES = """
ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bv bw by bz ca cc cd
cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gb gd ge gf
gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn
kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc
ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sj
sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve vg vi
vn vu wf ws ye yt za zm zw
"""
# Also recognized with a spelled-out dot (“name dot com”): common, and rarely the word after “dot” in a sentence.
_COMMON = """
com net org info biz edu gov mil int xyz top club shop store online site website tech app dev cloud click link live
stream video games gg tv io ru cn co example test
"""
_OTHERS = """
academy agency art auction autos bar bargains beauty best bet bid bike blog boats bond boutique buzz cab cafe cam camera
camp capital cards care careers casa cash casino center chat cheap christmas church cfd city claims cleaning codes
coffee college community company computer consulting contact cool coupons credit cricket cruises cyou dance date dating
deals delivery design diamonds diet digital direct directory discount dog domains download earth education email
energy engineer enterprises equipment estate events exchange expert exposed express fail faith family fans farm fashion
finance fish fit fitness flights florist football forsale foundation fun fund fyi gallery game garden gay gift gifts
gold golf graphics gratis group guide guru hair haus health help hockey holdings holiday homes host hosting house how
icu immo immobilien inc ink institute insure international investments jetzt jewelry jobs kitchen lat law lease legal
lgbt life lighting limited limo loan loans lol love ltd mba media men menu mobi moda moe moi mom money monster
mortgage motorcycles movie name network news ninja nyc one ooo party parts partners pet photo photography photos pics
pictures pink pizza place plumbing plus poker porn press pro productions properties property pub quest racing rent
rentals repair report republican rest restaurant review reviews rip rocks rodeo run sale salon school science services
sex sexy shoes show singles skin soccer social software solar solutions space sport studio style sucks supplies supply
support surf surgery systems tattoo tax taxi team tel tennis theater tienda tips tires today tokyo tools tours town toys
trade trading training travel tube university uno vacations ventures vet viajes villas vin vip vision vodka vote voyage
wang watch webcam wedding wiki win wine work works world wtf xxx yachts yoga zip zone asia berlin cat eus gal google
hamburg koeln london miami paris quebec swiss wales wien youtube jp
"""
# Internationalized domains as written, without folding look-alike characters.
_NON_LATIN = """
рф бел укр срб мкд қаз ελ 中国 中國 香港 台灣 日本 网址 网店
公司 网络 みんな コム 닷컴 닷넷 한국 भारत ไทย שום קום مصر ایران
"""
# Country codes that are also words: after a full stop without a space they usually begin a sentence.
_WORDS = "am as at be by co de do id in io is it la me mu my no om pa pm re so st to us va"

COUNTRY_DOMAINS = frozenset(_COUNTRIES.split())
COMMON_DOMAINS = frozenset(_COMMON.split())
NON_LATIN_DOMAINS = tuple(_NON_LATIN.split())
ALL_DOMAINS = COUNTRY_DOMAINS | COMMON_DOMAINS | frozenset(_OTHERS.split())
WORD_DOMAINS = frozenset(_WORDS.split())
