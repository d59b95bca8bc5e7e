"""YouTube's video categories."""

from rehearsal.simulation.people import Category

ASSIGNABLE = {
    "1": "Film & Animation",
    "2": "Autos & Vehicles",
    "10": "Music",
    "15": "Pets & Animals",
    "17": "Sports",
    "19": "Travel & Events",
    "20": "Gaming",
    "22": "People & Blogs",
    "23": "Comedy",
    "24": "Entertainment",
    "25": "News & Politics",
    "26": "Howto & Style",
    "27": "Education",
    "28": "Science & Technology",
    "29": "Nonprofits & Activism",
}
# Categories that the API lists, but refuses in updates.
LISTED_ONLY = {"18": "Short Movies", "21": "Videoblogging", "30": "Movies", "43": "Shows", "44": "Trailers"}
CATEGORIES = dict(sorted({**ASSIGNABLE, **LISTED_ONLY}.items(), key=lambda each: int(each[0])))
GAMING, DEFAULT = "20", "22"

# YouTube category ids of the simulation's categories that are not games.
YOUTUBE_CATEGORY_IDS = {"Just Talking": "22", "Music and Noise": "10", "Makers at Work": "26"}


def youtube_category_id(category: Category) -> str:
    return category.id if category.id in CATEGORIES else YOUTUBE_CATEGORY_IDS.get(category.name, GAMING)
