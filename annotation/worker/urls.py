"""The worker's addresses. All addresses of a campaign begin with its code."""

from django.urls import path

from annotation.worker import (
    door,
    earnings,
    home,
    language,
    leaving,
    objecting,
    offline,
    pages,
    pictures,
    practice,
    questions,
    steps,
    waiting,
    work,
)

urlpatterns = [
    # A worker's own pages, of no campaign; no code is a dash.
    path("", home.show, name="home"),
    path("-/language/", home.change_language, name="own_language"),
    path("-/leave/", home.leave, name="leave_all"),
    path("-/offline/", offline.show, name="offline"),
    # A service worker looks after the addresses below the folder that it comes from.
    path("offline.js", offline.script, name="offline_script"),
    path("<str:code>/resume/", home.resume, name="resume"),
    path("<str:code>/", door.join, name="join"),
    path("<str:code>/instructions/", pages.instructions, name="instructions"),
    path("<str:code>/waiting/", waiting.waiting, name="waiting"),
    path("<str:code>/waiting/state/", waiting.still_waiting, name="still_waiting"),
    path("<str:code>/consent/", steps.consent, name="consent"),
    path("<str:code>/declined/", steps.declined, name="declined"),
    path("<str:code>/practice/", practice.practice, name="practice"),
    path("<str:code>/practice/task/", practice.practising, name="practising"),
    path("<str:code>/practice/task/<int:task_id>/submit/", practice.check, name="check_practice"),
    path("<str:code>/quiz/", steps.quiz, name="quiz"),
    path("<str:code>/language/", language.change, name="language"),
    path("<str:code>/next/", work.take_next, name="next"),
    path("<str:code>/warm-up/", work.warm_up, name="warm_up"),
    path("<str:code>/hit/", work.hit, name="hit"),
    path("<str:code>/hit/<int:assignment_id>/submit/", work.submit, name="submit"),
    path("<str:code>/hit/<int:assignment_id>/return/", work.give_back, name="return"),
    path("<str:code>/pictures/<slug:sha256>", pictures.picture, name="picture"),
    path("<str:code>/done/", pages.done, name="done"),
    path("<str:code>/pay/", earnings.earnings, name="earnings"),
    path("<str:code>/pay/object/", objecting.object_to, name="object"),
    path("<str:code>/kept/", leaving.kept, name="kept"),
    path("<str:code>/kept/file/", leaving.kept_as_file, name="kept_file"),
    path("<str:code>/kept/<slug:part>/", leaving.kept_part, name="kept_part"),
    path("<str:code>/withdraw/", leaving.withdraw_page, name="withdraw"),
    path("<str:code>/questions/", questions.questions, name="questions"),
    path("<str:code>/questions/read/", questions.read, name="read_answers"),
    path("<str:code>/erase/", leaving.erase_page, name="erase"),
    path("<str:code>/leave/", pages.leave, name="leave"),
]
